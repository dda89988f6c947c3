#!/usr/bin/env node
// Plain JavaScript, since it also runs in the machine's own Node, which may be too old for what follows.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 26

if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) await import('./main.ts')
else runInOwnNode()

/** Node is one of the packages of this project: the same version everywhere. */
function runInOwnNode() {
  const bin = new URL(`../node_modules/.bin/node${process.platform === 'win32' ? '.exe' : ''}`, import.meta.url)
  if (!existsSync(bin)) {
    console.error(
      `The platform needs Node.js ${OLDEST_NODE}; this is ${process.versions.node}, and node_modules has none. Run npm install first.`,
    )
    process.exitCode = 1
    return
  }
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const node = spawn(fileURLToPath(bin), [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both; a signal to this process alone is meant for the other one.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => node.kill('SIGTERM'))
  // npm passes signals on to a shell alone, which may end without what it runs: see parent.ts.
  const parent = process.ppid
  // oxlint-disable-next-line node/no-process-env -- what npm and npx tell of themselves
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && node.kill('SIGTERM'), 500).unref()
  node.once('exit', (status) => {
    process.exitCode = status ?? 1
  })
}
