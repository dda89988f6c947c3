import { useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { serverMessage } from '#core/web/serverMessage.ts'
import { settingsQuery } from '#core/web/settingsQuery.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { EditForm, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { checkPrice, checkPromises, newPlan } from '../contract.ts'
import type { SubscriptionPlan } from '../contract.ts'
import { billingSettings } from '../../contract.ts'
import type { PlanDialogProps } from './PlanDialogProps.ts'
import { PlanFields } from './PlanFields.tsx'
import { plansApi, touched } from '../../shared/web/client.ts'

/** An empty price is 0 (spec part 1, section 5). */
const planForm = newPlan
  .omit({ isActive: true })
  .extend({
    price: z
      .number()
      .nullable()
      .transform((price) => price ?? 0)
      .pipe(newPlan.shape.price.unwrap()),
  })
  .check(checkPrice)
  .check(checkPromises)

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
      <NewPlanForm onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Waits for the currency that new plans have. */
function NewPlanForm({ onDone }: { onDone: () => void }) {
  const { data } = useQuery(settingsQuery)
  return data ? <CreatePlanForm currency={billingSettings.parse(data).defaultCurrency} onDone={onDone} /> : <Skeleton />
}

function CreatePlanForm({ currency, onDone }: { currency: string; onDone: () => void }) {
  const create = useMutation(plansApi.createPlan.mutation({ touches: touched }))
  const form = useContractForm(planForm, {
    defaultValues: {
      name: '',
      displayName: '',
      description: '',
      price: null,
      currency,
      billingInterval: 'monthly',
      features: [],
      entitlements: null,
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
  const { subscriberCount: _count, promises: _promises, createdAt: _created, updatedAt: _updated, ...fields } = plan
  return fields
}

async function reread({ id }: SubscriptionPlan): Promise<SubscriptionPlan> {
  const current = (await plansApi.listPlans.call()).find((one) => one.id === id)
  if (!current) throw new Error('Somebody else deleted this plan.')
  return current
}

function EditPlanForm({ plan, onDone }: { plan: SubscriptionPlan; onDone: () => void }) {
  const update = useMutation(
    plansApi.updatePlan.mutation({
      touches: touched,
      onError: (error) =>
        notify({
          title: 'Update Failed',
          description: serverMessage(error, 'Failed to update plan. Please try again.'),
          tone: 'destructive',
        }),
    }),
  )
  const edit = useEditForm({
    thing: plan,
    schema: planForm,
    editable,
    // The Plan ID is fixed after creation.
    save: async ({ name: _name, ...change }, { id, updatedAt }) => {
      const { displayName } = await update.mutateAsync({ params: { id }, body: { ...change, updatedAt } })
      notify({ title: 'Plan Updated', description: displayName })
      onDone()
    },
    reread,
  })
  return (
    <EditForm edit={edit} thing="this plan">
      <PlanFields isNameFixed subscriberCount={edit.known.subscriberCount} limits={edit.known} />
    </EditForm>
  )
}
