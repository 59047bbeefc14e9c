import type { SerialBlock } from "@tonneline/contract/retirements";
import { code, type Fact } from "../../ui/Facts.tsx";
import styles from "./certificate.module.css";

interface Labels {
  /** Labels a range that its registry writes as one number, and a list of blocks. */
  serials: string;
  from: string;
  to: string;
}

/** Returns the serial numbers of a retirement: a single block by its ends, several as a list. */
export function serialFacts(blocks: readonly SerialBlock[], labels: Labels): Fact[] {
  const [first] = blocks;
  if (!first) return [];
  if (blocks.length > 1)
    return [
      [
        labels.serials,
        <ol key="blocks" className={styles.blocks}>
          {blocks.map((block) => (
            <li key={block.serialNumberFrom}>{written(block)}</li>
          ))}
        </ol>,
      ],
    ];
  // If a registry writes a range as one number, it is entered as both ends.
  if (first.serialNumberFrom === first.serialNumberTo)
    return [[labels.serials, code(first.serialNumberFrom)]];
  return [
    [labels.from, code(first.serialNumberFrom)],
    [labels.to, code(first.serialNumberTo)],
  ];
}

function written({ serialNumberFrom: from, serialNumberTo: to }: SerialBlock) {
  if (from === to) return code(from);
  return (
    <>
      {code(from)} – {code(to)}
    </>
  );
}
