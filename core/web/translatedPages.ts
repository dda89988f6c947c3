/**
 * Lets React go on where a browser's translator rewrites the page: it puts a `<font>` in the place of a text, which React
 * still removes, changes, and inserts before (github.com/facebook/react/issues/11538). Each text that was replaced is known
 * with its stand-in, so that what React does to the text happens to the stand-in. Call it once, before anything is drawn.
 */
export function surviveTranslation(): void {
  const standIns = new WeakMap<Node, Element>()
  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      // Shows what React writes; the translator comes by again.
      const standIn = standIns.get(target)
      standIns.delete(target)
      if (!target.isConnected && standIn?.isConnected) standIn.replaceWith(target)
    }
  })
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const text = removedNodes[0]
      if (!(text instanceof Text) || text.isConnected) continue
      const standIn = [addedNodes[0], previousSibling, nextSibling].find(isFont)
      if (!standIn) continue
      standIns.set(text, standIn)
      changes.observe(text, { characterData: true })
    }
  }).observe(document, { childList: true, subtree: true })

  const removeChild = Reflect.get(Node.prototype, 'removeChild') as (this: Node, child: Node) => Node
  const insertBefore = Reflect.get(Node.prototype, 'insertBefore') as (
    this: Node,
    node: Node,
    before: Node | null,
  ) => Node
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child
    const standIn = standIns.get(child)
    if (standIn?.parentNode === this) removeChild.call(this, standIn)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null): Child {
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before) as Child
    const standIn = standIns.get(before)
    return insertBefore.call(this, node, standIn?.parentNode === this ? standIn : null) as Child
  }
}

const isFont = (node: Node | null | undefined): node is Element => node instanceof Element && node.localName === 'font'
