import type { Command } from 'commander'
import { runNode } from '../node.ts'
import { readEnvironment } from '../environment.ts'

export function addWork(cli: Command): void {
  cli
    .command('work')
    .description('start a node that works on jobs and listens on no port')
    .action(async () => {
      await runNode(readEnvironment(), { serve: false, work: true })
      console.log('Working on jobs')
    })
}
