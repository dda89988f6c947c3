import type { Command } from 'commander'
import { firstStart, type FirstStart } from '#core/server/seed/first-start.ts'
import { runNode } from '../node.ts'
import { readEnvironment } from '../environment.ts'
import { adminLines, paragraph } from './start.ts'

export function addWork(cli: Command): void {
  cli
    .command('work')
    .description('start a node that works on jobs and listens on no port')
    .action(async () => {
      const env = readEnvironment()
      let first: FirstStart | undefined
      await runNode(env, {
        serve: false,
        work: true,
        prepare: async (platform) => {
          first = await firstStart(platform)
        },
      })
      console.log('Working on jobs')
      if (first) console.log(paragraph(adminLines(env, first)))
    })
}
