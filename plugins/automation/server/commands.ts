import type { Command } from 'commander'
import { GIGABYTE } from '#core/contract/sizes.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { CommandRunner } from '#core/server/plugin.ts'
import { columns, JSON_FLAG, type OutputOptions, print } from '#cli/output.ts'
import type { Billing } from './billing.ts'
import { checkOnRequest, previewUpgrades } from './check.ts'
import { runCycle } from './cycle.ts'
import type { NeededUpgrade } from './needed-upgrades.ts'
import { checkMessage, cycleMessage } from './messages.ts'

interface CheckOptions extends OutputOptions {
  apply?: boolean
}

/** `upgrade-check` and `automation run`. */
export function addCommands(billing: Billing, cli: Command, run: CommandRunner): void {
  cli
    .command('upgrade-check')
    .description('show the upgrades that a check would set now, without changing anything')
    .option('--apply', 'set them, effective with the next billing cycle')
    .option(...JSON_FLAG)
    .action((options: CheckOptions) =>
      run(async (core) => {
        const upgrades = await previewUpgrades(core, billing)
        if (!options.apply) {
          print(options, { applied: false, upgrades: upgrades.map(forMachines) }, () => table(upgrades))
          return
        }
        const outcome = await checkOnRequest(core, billing, systemActor)
        const { upgrades: set, withoutPlan, examined } = outcome
        print(options, { applied: true, examined, set, withoutPlan, upgrades: upgrades.map(forMachines) }, () => [
          ...table(upgrades),
          checkMessage(outcome),
        ])
      }),
    )
  cli
    .command('automation')
    .description('the cycle of subscriptions')
    .command('run')
    .description('run the cycle now: due upgrades, periods with invoices, states, check, notifications')
    .option(...JSON_FLAG)
    .addHelpText('after', '\nSafe to interrupt, to repeat, and to run beside the schedule.')
    .action((options: OutputOptions) =>
      run(async (core) => {
        const outcome = await runCycle(core, billing, { trigger: 'command' })
        print(options, outcome, () => [cycleMessage(outcome)])
      }),
    )
}

const forMachines = ({ target, plan, ...upgrade }: NeededUpgrade) => ({
  subscriptionId: upgrade.subscriptionId,
  tenantId: upgrade.tenantId,
  tenantName: upgrade.tenantName,
  reason: upgrade.reason,
  usage: upgrade.usage,
  fromPlan: plan.name,
  toPlan: target?.name ?? null,
  effectiveDate: target ? upgrade.currentPeriodEnd : null,
})

function table(upgrades: readonly NeededUpgrade[]): string[] {
  if (upgrades.length === 0) return ['No subscription is over a limit of its plan.']
  return columns([
    ['ORGANIZATION', 'OVER ITS LIMIT', 'PLAN', 'UPGRADE TO', 'EFFECTIVE'],
    ...upgrades.map((upgrade) => [
      upgrade.tenantName,
      excessOf(upgrade),
      upgrade.plan.displayName,
      upgrade.target?.displayName ?? 'no plan is large enough',
      upgrade.target ? upgrade.currentPeriodEnd.slice(0, 10) : '',
    ]),
  ])
}

/** '120 of 100 staff accounts'. */
function excessOf({ reason, usage, plan }: NeededUpgrade): string {
  switch (reason) {
    case 'user_limit_exceeded':
      return `${usage.users} of ${plan.maxUsers} staff accounts`
    case 'session_limit_exceeded':
      return `${usage.sessions} of ${plan.maxSessions} sessions`
    case 'storage_limit_exceeded':
      return `${(usage.storage / GIGABYTE).toFixed(1)} of ${plan.maxStorage} GB`
  }
}
