import { useState } from 'react'
import type { SubscriptionPlan } from '../contract.ts'
import { DeactivatePlanDialog } from './DeactivatePlanDialog.tsx'
import { DeletePlanDialog } from './DeletePlanDialog.tsx'
import { EditPlanDialog } from './PlanDialogs.tsx'

const dialogs = { edit: EditPlanDialog, deactivate: DeactivatePlanDialog, delete: DeletePlanDialog }

export type AskAboutPlan = (what: keyof typeof dialogs, plan: SubscriptionPlan) => void

/** The dialogs that the buttons of a plan's card open. */
export function usePlanActions(): { ask: AskAboutPlan; dialogs: React.ReactNode } {
  const [asked, setAsked] = useState<{ for: keyof typeof dialogs; plan: SubscriptionPlan; isOpen: boolean }>()
  const Asked = asked && dialogs[asked.for]
  return {
    ask: (what, plan) => setAsked({ for: what, plan, isOpen: true }),
    dialogs: Asked && (
      <Asked plan={asked.plan} isOpen={asked.isOpen} onOpenChange={(isOpen) => setAsked({ ...asked, isOpen })} />
    ),
  }
}
