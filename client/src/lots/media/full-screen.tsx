// Pictures in full screen: swipe, arrow keys, pinch and double tap to zoom. late-full-screen.tsx loads it.
import Lightbox from "yet-another-react-lightbox";
import Counter from "yet-another-react-lightbox/plugins/counter";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/counter.css";

interface FullScreenProps {
  /** The addresses of the pictures. */
  pictures: readonly string[];
  title: string;
  /** The picture to begin with. */
  first: number;
  onClose: () => void;
}

const DARK = "rgb(0 0 0 / 0.6)";

export const FullScreen = ({ pictures, title, first, onClose }: FullScreenProps) => (
  <Lightbox
    open
    close={onClose}
    index={first}
    slides={pictures.map((src, index) => ({ src, alt: `${title}, picture ${index + 1}` }))}
    plugins={[Zoom, Counter]}
    carousel={{ finite: true }}
    controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
    zoom={{ maxZoomPixelRatio: 3, scrollToZoom: true }}
    // Light pictures lie under them.
    styles={{ button: { backgroundColor: DARK } }}
    counter={{ container: { style: { backgroundColor: DARK, padding: "0.25rem 0.5rem" } } }}
    labels={{ Lightbox: `Pictures of ${title}` }}
  />
);
