/** Milliseconds between looks at whether the parent is still the same. */
const POLL_INTERVAL_MS = 500

/**
 * Stops this process like a signal when npm is stopped. npm passes signals on to a shell alone, and many shells end
 * without the program that they run, which would hold port and database then.
 */
export function stopWithParent(): void {
  // oxlint-disable-next-line node/no-process-env -- what npm and npx tell of themselves
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    process.kill(process.pid, 'SIGTERM')
  }, POLL_INTERVAL_MS)
  looking.unref()
}
