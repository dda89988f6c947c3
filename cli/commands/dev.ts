import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Option, type Command } from 'commander'
import { readEnv } from '#config/env.ts'
import { serveWebFromSources } from '#core/server/http/web-dev.ts'
import { openDatabase } from '#core/server/process.ts'
import { firstStart, type FirstStart } from '#core/server/seed/first-start.ts'
import { runNode } from '../node.ts'
import { welcome } from './start.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

export function addDev(cli: Command): void {
  cli
    .command('dev')
    .description('start for development: screens change as they are edited, the server restarts when its files change')
    .addOption(new Option('--watched').hideHelp())
    .action(({ watched }: { watched?: boolean }) => (watched ? serveSources() : watchSources()))
}

/** Keeps the database across the restarts of the server. */
async function watchSources(): Promise<void> {
  const database = await openDatabase(readEnv())
  const node = spawn(process.execPath, ['--watch', '--watch-preserve-output', main, 'dev', '--watched'], {
    stdio: 'inherit',
  })
  // A terminal sends Ctrl-C to both; who stops this process alone means both too.
  const stop = () => void node.kill('SIGTERM')
  process.on('SIGINT', () => undefined).on('SIGTERM', stop)
  await new Promise((resolve) => node.once('exit', resolve))
  await database.stop()
}

async function serveSources(): Promise<void> {
  const env = readEnv()
  let first: FirstStart | undefined
  const running = await runNode(env, {
    serve: true,
    web: serveWebFromSources(env.platformDomain),
    prepare: async (platform) => {
      first = await firstStart(platform)
    },
  })
  console.log(welcome(running, first))
}
