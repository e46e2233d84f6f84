// Keeps the page alive when something else than React moved or removed an element: an extension, a translator. React
// would throw NotFoundError, and the whole screen would go. What React asks for is done where the element is now.
export {};

const { insertBefore, removeChild } = Node.prototype;

/** The child of `parent` that is or contains the node, if there is one. */
const childWith = (parent: Node, node: Node | null): Node | null => {
  let at = node;
  while (at && at.parentNode !== parent) at = at.parentNode;
  return at;
};

Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
  return insertBefore.call(this, node, childWith(this, before)) as T;
};

Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
  const { parentNode } = child;
  return parentNode ? (removeChild.call(parentNode, child) as T) : child;
};
