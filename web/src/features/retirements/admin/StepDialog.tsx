import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { CompleteDialog } from "./CompleteDialog.tsx";
import { CompleteManyDialog } from "./CompleteManyDialog.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { DeclineDialog } from "./DeclineDialog.tsx";
import type { Step } from "./RetirementDrawer.tsx";

interface Props {
  step: Step;
  retirements: readonly ManagedRetirement[];
  secondPerson: boolean;
  onClose: (acted?: boolean) => void;
}

/** Renders the dialog of a step. A single retirement gets a preview of its certificate; several get a grid. */
export function StepDialog(props: Props) {
  const { step, retirements, secondPerson, onClose } = props;
  const [retirement, ...others] = retirements;
  if (!retirement) return null;
  if (step === "confirm") return <ConfirmDialog retirements={retirements} onClose={onClose} />;
  if (step === "decline") return <DeclineDialog retirements={retirements} onClose={onClose} />;
  const more = { secondPerson, onClose };
  if (others.length > 0) return <CompleteManyDialog retirements={retirements} {...more} />;
  return <CompleteDialog retirement={retirement} {...more} />;
}
