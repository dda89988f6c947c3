import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stopWithParent } from './parent.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const watched = ['cli', 'config', 'core', 'plugins']
/** Milliseconds in which the files that an editor or a checkout writes count as one change. */
const SETTLE_MS = 100

/** True if the server runs this file: Vite watches the browser's, and tests run elsewhere. Path from the root. */
export function concernsServer(path: string): boolean {
  return (
    /\.(ts|json)$/.test(path) &&
    !/\.(test|e2e)\.ts$/.test(path) &&
    !/(^|[/\\])(node_modules|web)[/\\]|^core[/\\]testing[/\\]|[/\\]web[.]ts$/.test(path)
  )
}

/** Runs this command line, and anew whenever a file of the server changes, until a signal stops it. */
export async function runRestarting(words: readonly string[]): Promise<void> {
  let stopping = false
  let restart: NodeJS.Timeout | undefined
  let node: ChildProcess | undefined
  let ended = Promise.resolve()

  const run = () => {
    const child = spawn(process.execPath, [join(root, 'cli/main.ts'), ...words], { stdio: 'inherit' })
    node = child
    ended = new Promise((resolve) => {
      child.once('exit', (status, signal) => {
        if (!child.killed && !stopping && (signal !== null || status !== 0)) {
          console.error('The server has stopped; it starts again with the next change.')
        }
        resolve()
      })
    })
  }
  const changed = (path: string) => {
    if (stopping || !concernsServer(path)) return
    clearTimeout(restart)
    restart = setTimeout(() => {
      console.log(`${path} has changed; the server starts again`)
      node?.kill('SIGTERM')
      // A change may follow while the old one still finishes its requests: the last one starts it.
      const before = restart
      void ended.then(() => before === restart && !stopping && run())
    }, SETTLE_MS)
  }
  const watchers = watched.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name !== null) changed(join(folder, name))
    }),
  )
  run()
  await new Promise<void>((resolve) => {
    const stop = () => {
      stopping = true
      node?.kill('SIGTERM')
      resolve()
    }
    process.on('SIGINT', stop).on('SIGTERM', stop)
    stopWithParent()
  })
  clearTimeout(restart)
  for (const watcher of watchers) watcher.close()
  await ended
}
