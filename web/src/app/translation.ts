/** Elements with a translation, by the text nodes that they replaced. */
const translations = new WeakMap<Node, Node>();

/**
 * Keeps the page working while the browser translates it. Chrome and Edge replace text nodes by elements, but React
 * keeps the nodes: it would crash when it removes one or inserts something before it, and a number written into one
 * would not be seen. Safe to call once, before anything is rendered.
 */
export function allowTranslation(): void {
  const { insertBefore, removeChild } = Node.prototype;
  const observer = new MutationObserver(follow);

  function follow(records: MutationRecord[]): void {
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      // New text: shown as it is, until the browser translates it too.
      if (target instanceof Text && !target.isConnected)
        (translations.get(target) as ChildNode | undefined)?.replaceWith(target);
      const translation = [addedNodes[0], previousSibling, nextSibling].find(
        (each) => each?.nodeName === "FONT",
      );
      for (const node of removedNodes) {
        if (!translation || !(node instanceof Text) || node.isConnected) continue;
        translations.set(node, translation);
        observer.observe(node, { characterData: true });
      }
    }
  }

  /** Returns the child of the parent that shows the node: the node itself, or its translation. */
  function shownIn(parent: Node, node: Node): Node {
    if (node.parentNode === parent) return node;
    follow(observer.takeRecords());
    let shown = translations.get(node) ?? node.parentNode;
    while (shown && shown.parentNode !== parent) shown = shown.parentNode;
    return shown ?? node;
  }

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    removeChild.call(this, shownIn(this, child));
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    insertBefore.call(this, node, before && shownIn(this, before));
    return node;
  };
  observer.observe(document.body, { childList: true, subtree: true });
}
