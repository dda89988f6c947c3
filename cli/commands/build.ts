import type { Command } from 'commander'
import { readEnvironment } from '../environment.ts'
import { buildWeb, ensureWebBuilt } from '#core/server/web-build.ts'

export function addBuild(cli: Command): void {
  cli
    .command('build')
    .description('build the web app for production when it is missing or stale')
    .option('--force', 'build it even when nothing has changed')
    .action(async ({ force }: { force?: boolean }) => {
      const { languages } = readEnvironment()
      if (force) await buildWeb({ languages })
      else if (await ensureWebBuilt({ log: { info: console.log }, languages })) return
      console.log(force ? 'Built the web app' : 'The web app is up to date')
    })
}
