import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { DeliveryStatus, Webhook, WebhookDelivery } from '#core/contract/webhooks.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Badge, type BadgeTone } from '../../ui/display/Badge.tsx'
import { DateTime, RelativeTime } from '../../ui/display/DateTime.tsx'
import { Facts } from '../../ui/display/Facts.tsx'
import { errorText } from '../../ui/feedback/errorText.ts'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { notify } from '../../ui/feedback/notificationQueue.ts'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { Stack } from '../../ui/layout/Stack.tsx'
import { ShowMore } from '../../ui/lists/ShowMore.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlays/Dialog.tsx'
import { useLast } from '../../ui/overlays/useLast.ts'
import * as rows from '../SignedInDevices.css.ts'
import { webhooksApi } from './client.ts'
import * as styles from './Webhooks.css.ts'

interface WebhookLogDialogProps {
  /** Opens the dialog. */
  webhook: Webhook | undefined
  onClose: () => void
}

/** Deliveries of a webhook: what was sent and answered, to be sent again. */
export function WebhookLogDialog({ webhook: given, onClose }: WebhookLogDialogProps) {
  const webhook = useLast(given)
  if (!webhook) return null
  return (
    <Dialog title="Deliveries" help={webhook.url} size="large" isOpen={given !== undefined} onOpenChange={onClose}>
      <Log webhook={webhook} />
    </Dialog>
  )
}

const readsOfLog = [webhooksApi.listWebhookDeliveries.key(), webhooksApi.getWebhookDelivery.key()]

function Log({ webhook: { id, isActive } }: { webhook: Webhook }) {
  const deliveries = useInfiniteQuery(webhooksApi.listWebhookDeliveries.infinite({ params: { id } }))
  const test = useMutation(
    webhooksApi.testWebhook.mutation({
      touches: [...readsOfLog, webhooksApi.listWebhooks.key()],
      onSuccess: () => notify({ title: 'Test event sent' }),
      onError: (error) => notify({ title: 'Nothing was sent', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <>
      <DialogBody>
        <Loaded query={deliveries} height={240} isFrameless>
          {(data) => (
            <>
              {data.rows.length === 0 && <p className={styles.note}>Events that are sent will be listed here.</p>}
              <ul className={rows.list}>
                {data.rows.map((delivery) => (
                  <Delivery key={delivery.id} webhookId={id} delivery={delivery} isActive={isActive} />
                ))}
              </ul>
              <ShowMore query={deliveries} />
            </>
          )}
        </Loaded>
      </DialogBody>
      <DialogFooter>
        <Button onPress={() => void deliveries.refetch()}>Refresh</Button>
        {isActive && (
          <Button isPending={test.isPending} onPress={() => test.mutate({ params: { id } })}>
            Send test event
          </Button>
        )}
        <Button slot="close" variant="primary">
          Done
        </Button>
      </DialogFooter>
    </>
  )
}

const statuses: Record<DeliveryStatus, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Waiting', tone: 'amber' },
  delivered: { label: 'Delivered', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  skipped: { label: 'Not sent', tone: 'neutral' },
}

interface DeliveryProps {
  webhookId: string
  delivery: WebhookDelivery
  isActive: boolean
}

function Delivery({ webhookId, delivery, isActive }: DeliveryProps) {
  const { id, type, subject, status, createdAt, lastStatus } = delivery
  const { label, tone } = statuses[status]
  return (
    <li className={styles.delivery}>
      <div className={styles.line}>
        <Badge tone={tone}>{label}</Badge>
        <span className={rows.details} id={id}>
          {subject} · <RelativeTime value={createdAt} />
          {lastStatus !== null && ` · HTTP ${lastStatus}`}
        </span>
      </div>
      <Disclosure label={type} describedBy={id}>
        {() => <DeliveryDetail webhookId={webhookId} delivery={delivery} isActive={isActive} />}
      </Disclosure>
    </li>
  )
}

function DeliveryDetail({ webhookId, delivery: { id }, isActive }: DeliveryProps) {
  const params = { id: webhookId, deliveryId: id }
  const detail = useQuery(webhooksApi.getWebhookDelivery({ params }))
  const again = useMutation(
    webhooksApi.resendWebhookDelivery.mutation({
      touches: readsOfLog,
      onSuccess: () => notify({ title: 'Sent again' }),
      onError: (error) => notify({ title: 'Nothing was sent', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <Loaded query={detail} height={240} isFrameless>
      {({ webhookId: messageId, attempts, error, durationMs, status, nextTryAt, payload, answer }) => (
        <Stack>
          <Facts
            facts={[
              ['webhook-id', messageId],
              ['Tries', String(attempts)],
              ...(durationMs === null ? [] : [['Last answer after', `${durationMs} ms`] as const]),
              ...(error === null ? [] : [['Problem', error] as const]),
              ...(status === 'pending' ? [['Next try', <DateTime key="next" value={nextTryAt} />] as const] : []),
            ]}
          />
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled area has to be reached by keyboard */}
          <pre className={styles.code} tabIndex={0} role="group" aria-label="Body that is sent">
            {JSON.stringify(payload, null, 2)}
          </pre>
          {answer && (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled area has to be reached by keyboard
            <pre className={styles.code} tabIndex={0} role="group" aria-label="Answer">
              {answer}
            </pre>
          )}
          {isActive && (
            <div>
              <Button size="small" isPending={again.isPending} onPress={() => again.mutate({ params })}>
                Send again
              </Button>
            </div>
          )}
        </Stack>
      )}
    </Loaded>
  )
}
