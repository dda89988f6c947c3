import { Option, type Command } from 'commander'
import { serveWebFromSources } from '#core/server/http/web-dev.ts'
import { openDatabase } from '#core/server/process.ts'
import { firstStart, type FirstStart } from '#core/server/seed/first-start.ts'
import { runNode } from '../node.ts'
import { runRestarting } from '../restart-on-change.ts'
import { welcome } from './start.ts'
import { readEnvironment } from '../environment.ts'

export function addDev(cli: Command): void {
  cli
    .command('dev')
    .description('start for development: screens change as they are edited, the server restarts when its files change')
    .addOption(new Option('--watched').hideHelp())
    .action(({ watched }: { watched?: boolean }) => (watched ? serveSources() : watchSources()))
}

/** Keeps the database across the restarts of the server. */
async function watchSources(): Promise<void> {
  const database = await openDatabase(readEnvironment())
  try {
    await runRestarting(['dev', '--watched'])
  } finally {
    await database.stop()
  }
}

async function serveSources(): Promise<void> {
  const env = readEnvironment()
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
