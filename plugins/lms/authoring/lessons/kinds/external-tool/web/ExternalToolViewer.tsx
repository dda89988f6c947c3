/** Says in a preview what learners find; they get a button in its place. */
export function ExternalToolViewer() {
  return <p>Learners open the tool here, in a tab of its own.</p>
}
