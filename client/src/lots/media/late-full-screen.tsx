// Pictures in full screen, whose code is loaded when somebody opens them.
import { lateDialog } from "../../ui/late.tsx";

export const FullScreen = lateDialog(
  () => import("./full-screen.tsx"),
  ({ FullScreen }) => FullScreen,
);
