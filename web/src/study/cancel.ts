// The button to leave the study for good, which asks first.

import { ask } from "./ask";
import { button, once } from "./page";

export interface CancelEvents {
  /** The question is open or closed. */
  onOpen?: (isOpen: boolean) => void;
  onCancel: (reason: string) => Promise<void>;
  /** One goes on after all. */
  onStay?: () => void;
}

export function cancelButton({ onOpen, onCancel, onStay }: CancelEvents): HTMLButtonElement {
  return button("Cancel", "quiet", once(async () => {
    const reason = await ask(
      {
        title: "Do you want to cancel?",
        text: "The study ends here for you, without a completion code. You cannot come back to it.",
        note: "Why, if you like to tell",
        yes: "Yes, cancel",
        no: "No, go on",
      },
      onOpen,
    );
    if (reason === undefined) return onStay?.();
    await onCancel(reason);
  }));
}
