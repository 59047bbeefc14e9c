/** The template in index.html, which is also shown before React has started. */
const template = document.querySelector<HTMLTemplateElement>("#waiting");

const fill = (at: HTMLElement | null) => {
  if (template) at?.replaceChildren(template.content.cloneNode(true));
};

/** The empty frame of the default layout, shown until the session is known and the layout is loaded. */
export function WaitingFrame() {
  return <div ref={fill} />;
}
