import { mount } from '#core/server/http/mount.ts'
import { nothing } from '#core/server/personal-data.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { automationContract } from './contract.ts'
import { overLimit } from './server/attention.ts'
import { checkOnRequest } from './server/check.ts'
import { addCommands } from './server/commands.ts'
import { cycleJob, runCycle } from './server/cycle.ts'
import { outgrowPlan } from './server/demo.ts'
import { automationOverview } from './server/overview.ts'
import { announceJob, planUpgrades } from './server/plan-upgrades.ts'
import { listUpgradeLogs } from './server/upgrade-logs.ts'
import { withdrawing } from './server/withdraw-outdated.ts'
import { checkMessage, cycleMessage } from './server/messages.ts'

/** Upgrades subscriptions that outgrow their plan, and lets their time pass: every 24 hours, and when asked. */
export const automation = definePlugin({
  id: 'automation',
  dependsOn: { billing },
  migrations: new URL('./migrations/', import.meta.url),
  storage: { documents: ['subscription_upgrade_logs'] },
  personalData: {
    tables: { subscription_upgrade_logs: { called: 'upgrades', columns: { mail_message_id: nothing } } },
  },
  setup: (_core, dependencies) => {
    const announcing = announceJob(dependencies.billing)
    return {
      routes: [
        mount(automationContract, {
          listUpgradeLogs,
          checkUpgrades: async ({ core, http }) => {
            const outcome = await checkOnRequest(core, dependencies.billing, http.actor)
            return { ...outcome, message: checkMessage(outcome) }
          },
          runAutomation: async ({ core, http }) => {
            const outcome = await runCycle(core, dependencies.billing, { trigger: 'button', actor: http.actor })
            return { ...outcome, message: cycleMessage(outcome) }
          },
          automationOverview: (scope) => automationOverview(scope, dependencies.billing),
        }),
      ],
      seed: outgrowPlan,
      jobs: [cycleJob(dependencies.billing), announcing],
      subscriptions: [withdrawing],
      planUpgrades: planUpgrades(dependencies.billing, announcing),
      attention: overLimit,
      commands: (cli, run) => addCommands(dependencies.billing, cli, run),
    }
  },
})
