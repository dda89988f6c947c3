import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { serverMessage } from '#core/web/serverMessage.ts'
import { Dialog, DialogForm } from '#core/web/ui/Dialog.tsx'
import { SubmitButton } from '#core/web/ui/Form.tsx'
import { useContractForm } from '#core/web/ui/contractForm.ts'
import { errorText } from '#core/web/ui/errorText.ts'
import { notify } from '#core/web/ui/notificationQueue.ts'
import { newPlan } from '#plugins/billing/contract.ts'
import type { SubscriptionPlan } from '#plugins/billing/contract.ts'
import { ChangedBanner, isOutdated } from './ChangedBanner.tsx'
import type { PlanDialogProps } from './PlanDialogProps.ts'
import { PlanFields } from './PlanFields.tsx'
import { billingApi, touched } from './client.ts'

/** An empty price is 0 (spec part 1, section 5). */
const planForm = newPlan.omit({ isActive: true }).extend({
  price: z
    .number()
    .nullable()
    .transform((price) => price ?? 0)
    .pipe(newPlan.shape.price.unwrap()),
})

type PlanForm = z.input<typeof planForm>

interface CreatePlanDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function CreatePlanDialog({ isOpen, onOpenChange }: CreatePlanDialogProps) {
  return (
    <Dialog
      title="Create Plan"
      size="large"
      help="Active at once: organizations can be given it as soon as it is saved."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <CreatePlanForm onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function CreatePlanForm({ onDone }: { onDone: () => void }) {
  const create = useMutation(billingApi.createPlan.mutation({ touches: touched }))
  const form = useContractForm(planForm, {
    defaultValues: {
      name: '',
      displayName: '',
      description: '',
      price: null,
      currency: 'USD',
      billingInterval: 'monthly',
      features: [],
      maxUsers: null,
      maxSessions: null,
      maxStorage: null,
      sortOrder: 0,
    },
    submit: async (body) => {
      try {
        const { displayName } = await create.mutateAsync({ body })
        notify({ title: 'Plan Created', description: displayName })
        onDone()
      } catch (error) {
        const description = serverMessage(error, 'Failed to create plan. Please try again.')
        notify({ title: 'Creation Failed', description, tone: 'destructive' })
        throw error
      }
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Create plan</SubmitButton>}>
      <PlanFields />
    </DialogForm>
  )
}

export function EditPlanDialog({ plan, isOpen, onOpenChange }: PlanDialogProps) {
  return (
    <Dialog title="Edit Plan" size="large" help={plan.displayName} isOpen={isOpen} onOpenChange={onOpenChange}>
      <EditPlanForm plan={plan} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function editable({ id: _id, isActive: _active, everUsed: _used, ...plan }: SubscriptionPlan): PlanForm {
  const { subscriberCount: _count, createdAt: _created, updatedAt: _updated, ...fields } = plan
  return fields
}

function EditPlanForm({ plan, onDone }: { plan: SubscriptionPlan; onDone: () => void }) {
  const [known, setKnown] = useState(plan)
  const [conflict, setConflict] = useState<string>()
  const update = useMutation(billingApi.updatePlan.mutation({ touches: touched }))
  const form = useContractForm(planForm, {
    defaultValues: editable(plan),
    // The Plan ID is fixed after creation.
    submit: async ({ name: _name, ...change }) => {
      setConflict(undefined)
      try {
        const body = { ...change, updatedAt: known.updatedAt }
        const { displayName } = await update.mutateAsync({ params: { id: known.id }, body })
        notify({ title: 'Plan Updated', description: displayName })
        onDone()
      } catch (error) {
        const description = serverMessage(error, 'Failed to update plan. Please try again.')
        notify({ title: 'Update Failed', description, tone: 'destructive' })
        if (!isOutdated(error)) throw error
        setConflict(description)
      }
    },
  })
  const reload = async () => {
    try {
      const current = (await billingApi.listPlans.call()).find(({ id }) => id === known.id)
      if (!current) throw new Error('Somebody else deleted this plan.')
      setKnown(current)
      setConflict(undefined)
      form.form.reset(editable(current))
    } catch (error) {
      setConflict(errorText(error))
    }
  }
  return (
    <DialogForm form={form} submit={<SubmitButton isDisabled={conflict !== undefined}>Save changes</SubmitButton>}>
      {conflict !== undefined && <ChangedBanner thing="plan" message={conflict} onReload={() => void reload()} />}
      <PlanFields isNameFixed subscriberCount={known.subscriberCount} />
    </DialogForm>
  )
}
