import { useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { serverMessage } from '#core/web/serverMessage.ts'
import { settingsQuery } from '#core/web/settingsQuery.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
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

export function CreatePlanDialog({ isOpen, onOpenChange }: DialogState) {
  return (
    <Dialog
      title="Create Plan"
      size="large"
      help="Active immediately: you can assign it as soon as it is saved."
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
  const create = useMutation(
    plansApi.createPlan.mutation({
      touches: touched,
      onError: (error) =>
        notify({
          title: 'Creation Failed',
          description: serverMessage(error, 'Failed to create plan. Please try again.'),
          tone: 'destructive',
        }),
    }),
  )
  return (
    <DialogForm
      schema={planForm}
      defaultValues={{
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
      }}
      save={(body) => create.mutateAsync({ body })}
      saved={({ displayName }) => ({ title: 'Plan Created', description: displayName })}
      submit="Create plan"
      onSaved={onDone}
    >
      <PlanFields />
    </DialogForm>
  )
}

export function EditPlanDialog({ plan, ...dialog }: PlanDialogProps) {
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
  return (
    <EditDialog
      {...dialog}
      title="Edit Plan"
      size="large"
      help={plan.displayName}
      thing={plan}
      schema={planForm}
      editable={editable}
      save={
        // The Plan ID is fixed after creation.
        ({ name: _name, ...change }, { id, updatedAt }) =>
          update.mutateAsync({ params: { id }, body: { ...change, updatedAt } })
      }
      saved={({ displayName }) => ({ title: 'Plan Updated', description: displayName })}
      reread={reread}
      noun="this plan"
    >
      {(known) => <PlanFields isNameFixed subscriberCount={known.subscriberCount} limits={known} />}
    </EditDialog>
  )
}

function editable({ id: _id, isActive: _active, everUsed: _used, ...plan }: SubscriptionPlan): PlanForm {
  const { subscriberCount: _count, promises: _promises, createdAt: _created, updatedAt: _updated, ...fields } = plan
  return fields
}

async function reread({ id }: SubscriptionPlan): Promise<SubscriptionPlan> {
  const current = (await plansApi.listPlans.call()).find((one) => one.id === id)
  if (!current) throw new Error('Someone else deleted this plan.')
  return current
}
