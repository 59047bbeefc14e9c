import type { SerialBlock } from "@tonneline/contract/retirements";
import { code, type Fact } from "../../ui/Facts.tsx";
import styles from "./certificate.module.css";

interface Labels {
  /** Of a range that its registry writes as one number, and of several blocks. */
  serials: string;
  from: string;
  to: string;
}

/** The serial numbers of a retirement: one block by its ends, several as a list. */
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
  // Registries that write a range as one number have it entered twice.
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
