// Asks for a mail with a link that sets a new password.
import { useMutation } from "@tanstack/react-query";
import { forgotPassword } from "../queries.ts";

export const useResetLink = () => useMutation({ mutationFn: forgotPassword });
