import type { Command } from 'commander'
import { readEnv } from '#config/env.ts'
import { runNode } from '../node.ts'

export function addWork(cli: Command): void {
  cli
    .command('work')
    .description('start a node that works on jobs and listens on no port')
    .action(async () => {
      await runNode(readEnv(), { serve: false, work: true })
      console.log('Working on jobs')
    })
}
