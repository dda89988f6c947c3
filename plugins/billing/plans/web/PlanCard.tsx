import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarDays, Check, HardDrive, Pencil, Trash2, Users } from 'lucide-react'
import { settingsQuery } from '#core/web/settingsQuery.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { formatMoney, perInterval } from '#core/web/ui/display/money.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { SubscriptionPlan } from '../contract.ts'
import * as styles from './PlanCard.css.ts'
import { capTexts, limitTexts } from '../../shared/web/billingLabels.ts'
import { plansApi, touched } from '../../shared/web/client.ts'
import type { AskAboutPlan } from './usePlanActions.tsx'

/** Features on a card before 'more' (spec part 1, section 9). */
const MAX_SHOWN_FEATURES = 3

export function PlanCard({ plan, ask }: { plan: SubscriptionPlan; ask: AskAboutPlan }) {
  const { id, name, displayName, description, price, currency, billingInterval, isActive, everUsed } = plan
  const activate = useMutation(plansApi.setPlanStatus.mutation({ touches: touched }))
  return (
    <Card
      title={displayName}
      help={name}
      isDimmed={!isActive}
      actions={
        <>
          <Badge tone={isActive ? 'green' : 'neutral'} hasDot>
            {isActive ? 'Active' : 'Inactive'}
          </Badge>
          <MenuButton
            label={`Actions for ${displayName}`}
            size="small"
            items={[
              { label: 'Edit', icon: <Pencil size={16} aria-hidden />, onAction: () => ask('edit', plan) },
              'separator',
              {
                label: 'Delete',
                icon: <Trash2 size={16} aria-hidden />,
                description: everUsed ? 'It has been used, so it can only be deactivated' : undefined,
                isDanger: true,
                isDisabled: everUsed,
                onAction: () => ask('delete', plan),
              },
            ]}
          />
        </>
      }
    >
      <p className={styles.price}>
        <span className={styles.amount}>{formatMoney(price, currency)}</span>
        {perInterval(billingInterval)}
      </p>
      {description && <p className={styles.description}>{description}</p>}
      <Features promises={plan.promises} />
      <Limits plan={plan} />
      <p className={styles.subscribers}>{subscribersText(plan.subscriberCount)}</p>
      {activate.error && <Banner tone="error">{errorText(activate.error)}</Banner>}
      <div className={styles.acts}>
        <Button size="small" onPress={() => ask('edit', plan)} aria-label={`Edit ${displayName}`}>
          Edit
        </Button>
        {isActive ? (
          <Button size="small" onPress={() => ask('deactivate', plan)} aria-label={`Deactivate ${displayName}`}>
            Deactivate
          </Button>
        ) : (
          <Button
            size="small"
            isPending={activate.isPending}
            aria-label={`Activate ${displayName}`}
            onPress={() =>
              activate.mutate(
                { params: { id }, body: { isActive: true } },
                {
                  onSuccess: () =>
                    notify({ title: 'Plan Status Updated', description: `${displayName} can be chosen again.` }),
                },
              )
            }
          >
            Activate
          </Button>
        )}
      </div>
    </Card>
  )
}

function Features({ promises }: Pick<SubscriptionPlan, 'promises'>) {
  const hidden = promises.length - MAX_SHOWN_FEATURES
  if (promises.length === 0) return null
  return (
    <ul className={styles.list}>
      {promises.slice(0, MAX_SHOWN_FEATURES).map((feature) => (
        <li key={feature} className={styles.item}>
          <Check size={16} aria-hidden className={styles.check} />
          {feature}
        </li>
      ))}
      {hidden > 0 && <li className={styles.more}>+{hidden} more features</li>}
    </ul>
  )
}

const limits = [
  { name: 'maxUsers', icon: Users },
  { name: 'maxSessions', icon: CalendarDays },
  { name: 'maxStorage', icon: HardDrive },
] as const

/** Limits of the plan, and the platform's own limit where that is the smaller one. */
function Limits({ plan }: { plan: SubscriptionPlan }) {
  const texts = limitTexts(plan)
  const caps = capTexts(plan, useQuery(settingsQuery).data)
  return (
    <ul className={styles.limits}>
      {limits.map(({ name, icon: Icon }) => (
        <li key={name} className={styles.item}>
          <Icon size={16} aria-hidden className={styles.icon} />
          <span>
            {texts[name]}
            {caps[name] && <span className={styles.cap}>{caps[name]}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

function subscribersText(count: number): string {
  if (count === 0) return 'No subscribers'
  return `${count.toLocaleString()} ${count === 1 ? 'subscriber' : 'subscribers'}`
}
