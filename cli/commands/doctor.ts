import { counted } from '#core/server/words.ts'
import type { Command } from 'commander'
import type { Env } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { assemble } from '#core/server/assembly.ts'
import { broken, ok, type Finding } from '#core/server/finding.ts'
import { checkAddress } from '../doctor/address.ts'
import { checkDatabase } from '../doctor/database.ts'
import { checkDataFolder, checkNode, checkPort, checkWebBuild } from '../doctor/machine.ts'
import { sentenceOf } from '../failure.ts'
import { JSON_FLAG, print, type MarkedLine, type OutputOptions } from '../output.ts'
import { readEnvironment } from '../environment.ts'

export function addDoctor(cli: Command): void {
  cli
    .command('doctor')
    .description('check everything that the platform needs; fails when something is broken')
    .option(...JSON_FLAG)
    .action(async (options: OutputOptions) => {
      const findings = await examine()
      const healthy = findings.every(({ status }) => status !== 'broken')
      print(options, { healthy, findings }, () => report(findings))
      if (!healthy) process.exitCode = 1
    })
}

async function examine(): Promise<Finding[]> {
  const env = environment()
  const findings = [checkNode(), 'check' in env ? env : ok('environment', 'The environment is valid')]
  // The others would only report what follows from a wrong environment.
  if ('check' in env) return findings
  findings.push(...checkAddress(env), checkPlugins(env), await checkDataFolder(env), ...(await checkDatabase(env)))
  findings.push(await checkWebBuild(), await checkPort(env))
  return findings
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
    return ok('plugins', `${counted(assemble(plugins, pluginsOff).length, 'plugin')} on`)
  } catch (error) {
    return broken('plugins', sentenceOf(error))
  }
}

const colors = { ok: 'green', warning: 'yellow', broken: 'red' } as const

function report(findings: readonly Finding[]): MarkedLine[] {
  const width = Math.max(...findings.map(({ check }) => check.length))
  return findings.map(({ check, status, message }) => ({
    mark: status.padEnd(7),
    color: colors[status],
    text: `  ${check.padEnd(width)}  ${message}`,
  }))
}
