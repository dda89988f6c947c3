import { countText } from '#core/server/texts.ts'
import type { Command } from 'commander'
import type { Env } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { assemble } from '#core/server/assembly.ts'
import { broken, ok, type Finding } from '#core/server/finding.ts'
import { RELEASE } from '#core/server/version.ts'
import { checkAddress } from '../doctor/address.ts'
import { checkDatabase } from '../doctor/database.ts'
import { checkDataFolder, checkNode, checkPort, checkWebBuild } from '../doctor/machine.ts'
import { Probes } from '../doctor/probes.ts'
import { CommandFailure, sentenceOf } from '../failure.ts'
import { JSON_FLAG, print, printLine, type MarkedLine, type OutputOptions } from '../output.ts'
import { readEnvironment } from '../environment.ts'

export function addDoctor(cli: Command): void {
  cli
    .command('doctor')
    .description('check everything that the platform needs; fails when something is broken')
    .option(...JSON_FLAG)
    .action(async (options: OutputOptions) => {
      const probes = new Probes()
      const findings: Finding[] = []
      for await (const finding of examine(probes)) {
        findings.push(finding)
        if (!options.json) printLine(lineOf(finding))
      }
      const healthy = findings.every(({ status }) => status !== 'broken')
      if (options.json) print(options, { healthy, findings }, () => [])
      if (!healthy) process.exitCode = 1
      // Ends the process, which a check that timed out would keep alive.
      if (probes.abandoned) throw new CommandFailure('Not every check came to an end.')
    })
}

async function* examine(probes: Probes): AsyncGenerator<Finding> {
  yield ok('version', `Version ${RELEASE}`)
  yield checkNode()
  const env = environment()
  // The others would only report what follows from a wrong environment.
  if ('check' in env) return yield env
  yield ok('environment', 'The environment is valid')
  yield* checkAddress(env)
  yield checkPlugins(env)
  yield* await probes.run('data', async () => [await checkDataFolder(env)])
  yield* checkDatabase(env, probes)
  yield* await probes.run('web', async () => [await checkWebBuild(env)])
  yield* await probes.run('port', async () => [await checkPort(env)])
}

function environment(): Env | Finding {
  try {
    return readEnvironment()
  } catch (error) {
    return broken('environment', sentenceOf(error))
  }
}

function checkPlugins({ pluginsOff }: Env): Finding {
  try {
    return ok('plugins', `${countText(assemble(plugins, pluginsOff).length, 'plugin')} on`)
  } catch (error) {
    return broken('plugins', sentenceOf(error))
  }
}

const colors = { ok: 'green', warning: 'yellow', broken: 'red' } as const

/** Columns for the name of a check: findings are printed before the names of all of them are known. */
const NAME_WIDTH = 'environment'.length

const lineOf = ({ check, status, message }: Finding): MarkedLine => ({
  mark: status.padEnd(7),
  color: colors[status],
  text: `  ${check.padEnd(NAME_WIDTH)}  ${message}`,
})
