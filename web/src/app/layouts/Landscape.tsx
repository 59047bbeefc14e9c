import { dataUri } from "@tonneline/cover-art/dataUri";
import { landscapeArt } from "@tonneline/cover-art/landscape";
import styles from "./BlankLayout.module.css";

const art = dataUri(landscapeArt("tonneline"));

/** The picture beside the authentication screens, where there is room for it. */
export default function Landscape() {
  return <div className={styles.art} style={{ backgroundImage: `url("${art}")` }} />;
}
