import { createContext } from "react";

/** Closes the dialog around it; null outside of dialogs. Apart from the dialog: pages without one have forms too. */
export const DialogClose = createContext<(() => void) | null>(null);
