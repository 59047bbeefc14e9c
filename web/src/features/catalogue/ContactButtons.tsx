import { Button, type ButtonProps } from "@mantine/core";
import { IconMessage2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../lib/dialogs.ts";

interface About {
  project: { id: number; name: string };
}

/** Opens the support dialog with the project as its topic. */
export function AskButton({ project, label, ...look }: About & ButtonProps & { label: string }) {
  return (
    <Button
      variant="default"
      leftSection={<IconMessage2 size={16} stroke={1.8} aria-hidden />}
      {...look}
      onClick={() =>
        openDialog({
          type: "support",
          header: label,
          topic: project.name,
          projectId: project.id,
        })
      }
    >
      {label}
    </Button>
  );
}

interface OfferProps extends About, ButtonProps {
  kind: "financing" | "sponsoring";
  /** Among several of its kind, adds the project's name to the button's accessible name. */
  named?: boolean;
}

/** Opens the dialog for financing or sponsoring a project: by a meeting or a message. */
export function OfferButton({ project, kind, named = false, ...look }: OfferProps) {
  const { t } = useTranslation();
  const label = t(`catalogue.contact.${kind}`);
  return (
    <Button
      {...look}
      {...(named && { "aria-label": `${label}: ${project.name}` })}
      onClick={() =>
        openDialog({
          type: "marketing",
          header: label,
          topic: project.name,
          lead: t(`catalogue.contact.${kind}Lead`, { project: project.name }),
          projectId: project.id,
        })
      }
    >
      {label}
    </Button>
  );
}
