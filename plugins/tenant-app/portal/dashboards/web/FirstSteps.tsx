import { useMutation, useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { firstStepsContract, type FirstStep } from '#core/contract/first-steps.ts'
import type { Role } from '#core/contract/roles.ts'
import { createClient } from '#core/web/client.ts'
import { usePlatform } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { VisuallyHidden } from '#core/web/ui/layout/VisuallyHidden.tsx'
import { AddSampleData } from '../../sample-data/web/AddSampleData.tsx'
import * as styles from './FirstSteps.css.ts'

const firstStepsApi = createClient(firstStepsContract)

interface NewOrganization {
  /** Steps of the admin of a new organization; undefined for everyone else. */
  steps: readonly FirstStep[] | undefined
  /** Until then nothing is shown, which would move when they come. */
  areKnown: boolean
}

/** Reads the checklist of a new organization's admin, which is shown beside the figures. */
export function useFirstSteps(role: Role): NewOrganization {
  // Read anew each time, since they are done on other pages.
  const isAdmin = role === 'tenant_admin'
  const { data, isPending } = useQuery({
    ...firstStepsApi.firstSteps(),
    enabled: isAdmin,
    refetchOnMount: 'always',
  })
  const steps = data && data.length > 0 ? data : undefined
  return { steps, areKnown: !isAdmin || !isPending }
}

/** The checklist of a new organization, until all is done or it is put away. */
export function FirstSteps({ steps, hasSample }: { steps: readonly FirstStep[]; hasSample: boolean }) {
  const { app } = usePlatform()
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Card title="First steps" help={`${done} of ${steps.length} done`} actions={<Dismiss />}>
      <ol className={styles.list}>
        {steps.map((step) => (
          <li key={step.id} className={styles.step}>
            <Step step={step} isHere={step.apps.includes(app)} />
          </li>
        ))}
      </ol>
      {!hasSample && <AddSampleData />}
    </Card>
  )
}

function Step({ step: { label, help, href, isDone }, isHere }: { step: FirstStep; isHere: boolean }) {
  const Icon = isDone ? CircleCheck : Circle
  return (
    <>
      <Icon size={18} aria-hidden className={isDone ? styles.done : styles.todo} />
      <span className={styles.words}>
        <span>
          {isHere ? <TextLink href={href}>{label}</TextLink> : label}
          <VisuallyHidden>{isDone ? ' (done)' : ' (to do)'}</VisuallyHidden>
        </span>
        <span className={styles.help}>{isHere ? help : `${help} On your organization’s own address.`}</span>
      </span>
    </>
  )
}

function Dismiss() {
  const dismissing = useMutation(
    firstStepsApi.dismissFirstSteps.mutation({ touches: [firstStepsApi.firstSteps.key()] }),
  )
  const dismiss = async () => {
    try {
      await dismissing.mutateAsync()
    } catch (error) {
      notify({ title: 'Not Dismissed', description: errorText(error), tone: 'destructive' })
      return
    }
    notify({ title: 'Checklist Dismissed', description: 'It will not be shown again.' })
    // The button is gone with its card.
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  return (
    <Button variant="quiet" size="small" isPending={dismissing.isPending} onPress={() => void dismiss()}>
      Dismiss
    </Button>
  )
}
