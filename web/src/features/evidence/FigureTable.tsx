import styles from "./evidence.module.css";

interface Props {
  caption: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  foot?: readonly string[];
}

/** A chart's figures as a table; the first cell of a row is its header. */
export function FigureTable({ caption, heads, rows, foot }: Props) {
  return (
    <div className={styles.table} role="region" aria-label={caption} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <Cells key={cells.join("|")} cells={cells} />
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <Cells cells={foot} />
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Cells({ cells: [name, ...others] }: { cells: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {others.map((cell, place) => (
        // Keyed by index: two cells may have the same content.
        <td key={place}>{cell}</td>
      ))}
    </tr>
  );
}
