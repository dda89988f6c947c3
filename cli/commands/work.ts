import type { Command } from 'commander'
import { firstStart, type FirstStart } from '#core/server/seed/first-start.ts'
import { runNode } from '../node.ts'
import { readEnvironment } from '../environment.ts'
import { adminLines, paragraph } from './start.ts'

export function addWork(cli: Command): void {
  cli
    .command('work')
    .description('start a node that works on jobs; with WORK_PORT it answers for its health and metrics there')
    .action(async () => {
      const env = readEnvironment()
      let first: FirstStart | undefined
      const { address } = await runNode(env, {
        serve: false,
        work: true,
        prepare: async (platform) => {
          first = await firstStart(platform)
        },
      })
      console.log(address ? `Working on jobs; health and metrics at ${address}` : 'Working on jobs')
      if (first) console.log(paragraph(adminLines(env, first)))
    })
}
