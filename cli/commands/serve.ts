import type { Command } from 'commander'
import { firstStart, type FirstStart } from '#core/server/seed/first-start.ts'
import { ensureWebBuilt } from '#core/server/web-build.ts'
import { runNode } from '../node.ts'
import { readEnvironment } from '../environment.ts'
import { adminLines, paragraph } from './start.ts'

export function addServe(cli: Command): void {
  cli
    .command('serve')
    .description('start a node that answers requests and leaves the jobs to others')
    .action(async () => {
      const env = readEnvironment()
      let first: FirstStart | undefined
      const { address } = await runNode(env, {
        serve: true,
        work: false,
        before: async () => void (await ensureWebBuilt({ log: { info: console.log }, languages: env.languages })),
        prepare: async (platform) => {
          first = await firstStart(platform)
        },
      })
      console.log(`Serving at ${address}; the jobs are left to other nodes`)
      if (first) console.log(paragraph(adminLines(env, first)))
    })
}
