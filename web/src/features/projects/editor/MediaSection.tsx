import { IconMap2, IconPlayerPlay } from "@tabler/icons-react";
import { youtubeVideoId } from "@tonneline/contract/youtube";
import { useFieldArray, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { CoverArt } from "../../../ui/CoverArt.tsx";
import { Embed } from "../../catalogue/Embed.tsx";
import { videoAddress, videoPage } from "../../catalogue/videoAddress.ts";
import embeds from "../../catalogue/embeds.module.css";
import { AddButton } from "./AddButton.tsx";
import styles from "./rows.module.css";
import { useEditor } from "./EditorContext.tsx";
import type { ProjectFields } from "./form.ts";
import { RowButtons } from "./RowButtons.tsx";
import { Section } from "./Section.tsx";
import { TextField } from "./TextField.tsx";

/** The map's URL and the videos; their content comes from other sites and loads only on a click. */
export function MediaSection() {
  const { t } = useTranslation();
  const { canWrite } = useEditor();
  const { fields, append, remove, move } = useFieldArray<ProjectFields, "videos">({
    name: "videos",
  });
  return (
    <Section
      id="media"
      aside={
        <AddButton label={t("editor.media.addVideo")} onClick={() => append({ address: "" })} />
      }
      after={<Previews />}
    >
      <TextField
        name="embedUrl"
        label={t("editor.fields.embedUrl")}
        help={t("editor.media.embedHelp")}
        optional
        inputMode="url"
        wide
      />
      <ul className={styles.rows}>
        {fields.map((_, index) => (
          // Keyed by index: the library's ids change with each save, which would recreate the field being typed in.
          <li key={index} className={styles.video}>
            <TextField
              name={`videos.${index}.address`}
              label={t("editor.media.video", { number: index + 1 })}
              inputMode="url"
            />
            {canWrite && (
              <RowButtons
                name={t("editor.media.video", { number: index + 1 })}
                index={index}
                count={fields.length}
                onMove={(to) => move(index, to)}
                onRemove={() => remove(index)}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Previews() {
  const { t } = useTranslation();
  const { projectId } = useEditor();
  const [embedUrl, videos, type] = useWatch<ProjectFields, ["embedUrl", "videos", "projectType"]>({
    name: ["embedUrl", "videos", "projectType"],
  });
  const ids = videos.map(({ address }) => youtubeVideoId(address)).filter((id) => id !== undefined);
  const framed = /^https:\/\/[^\s/]+\.[^\s/]+/i.test(embedUrl.trim());
  if (!framed && ids.length === 0) return null;
  return (
    <div className={embeds.media}>
      {framed && (
        <Embed
          // A different URL starts with its poster again.
          key={embedUrl}
          url={embedUrl.trim()}
          title={t("editor.media.mapTitle")}
          poster={<CoverArt seed={`map ${projectId ?? 0}`} type="" />}
          button={t("projectPage.showMap")}
          icon={<IconMap2 size={16} stroke={1.8} aria-hidden />}
        />
      )}
      {ids.map((id, index) => (
        <Embed
          key={`${index} ${id}`}
          url={videoAddress(id)}
          page={videoPage(id)}
          title={t("editor.media.video", { number: index + 1 })}
          poster={<CoverArt seed={`${projectId ?? 0}`} type={type?.name ?? ""} />}
          button={t("editor.media.play", { number: index + 1 })}
          icon={<IconPlayerPlay size={16} stroke={1.8} aria-hidden />}
        />
      ))}
    </div>
  );
}
