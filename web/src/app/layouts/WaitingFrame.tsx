/** As in the page itself, where it stands before React is there. */
const template = document.querySelector<HTMLTemplateElement>("#waiting");

const fill = (at: HTMLElement | null) => {
  if (template) at?.replaceChildren(template.content.cloneNode(true));
};

/** The frame of the default layout with nothing of anybody in it: until it is known who is here, and until it is loaded. */
export function WaitingFrame() {
  return <div ref={fill} />;
}
