import { useMutation, useQuery } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { MAX_WEBHOOKS, SECRET_OVERLAP_HOURS, type Webhook } from '#core/contract/webhooks.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { MenuButton } from '../../ui/actions/MenuButton.tsx'
import { Badge } from '../../ui/display/Badge.tsx'
import { DateTime } from '../../ui/display/DateTime.tsx'
import { errorText } from '../../ui/feedback/errorText.ts'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { notify } from '../../ui/feedback/notificationQueue.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import * as rows from '../SignedInDevices.css.ts'
import { webhooksApi } from './client.ts'
import { WebhookDialog } from './WebhookDialog.tsx'
import { WebhookLogDialog } from './WebhookLogDialog.tsx'
import * as styles from './Webhooks.css.ts'
import { WebhookSecretDialog } from './WebhookSecretDialog.tsx'

/** Webhooks of the organization, for its admins. */
export function OrganizationWebhooks() {
  const webhooks = useQuery(webhooksApi.listWebhooks())
  const [edited, setEdited] = useState<Webhook | 'new'>()
  const [logged, setLogged] = useState<Webhook>()
  const [secret, setSecret] = useState<string>()
  return (
    <Card title="Webhooks" help="Send events to other programs as they happen, signed by the Standard Webhooks scheme.">
      <Loaded query={webhooks} height={120} isFrameless>
        {(list) => (
          <>
            {list.length === 0 && <p className={styles.note}>Webhooks that you add will be listed here.</p>}
            <ul className={rows.list}>
              {list.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  onEdit={() => setEdited(webhook)}
                  onLog={() => setLogged(webhook)}
                  onSecret={setSecret}
                />
              ))}
            </ul>
            {list.length < MAX_WEBHOOKS && (
              <div className={styles.foot}>
                <Button onPress={() => setEdited('new')}>Add webhook</Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      <WebhookDialog webhook={edited} onClose={() => setEdited(undefined)} onCreated={setSecret} />
      <WebhookLogDialog webhook={logged} onClose={() => setLogged(undefined)} />
      <WebhookSecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </Card>
  )
}

interface WebhookRowProps {
  webhook: Webhook
  onEdit: () => void
  onLog: () => void
  onSecret: (secret: string) => void
}

const offReasons = {
  admin: 'Turned off by an admin.',
  gone: 'Turned off: the receiver answered that it is gone.',
  failing: 'Turned off: every delivery failed for a week.',
}

function WebhookRow({ webhook, onEdit, onLog, onSecret }: WebhookRowProps) {
  const { id, url, description, types, isActive, disabledReason, failingSince, waiting } = webhook
  const [asked, setAsked] = useState<'delete' | 'rotate'>()
  const touches = [webhooksApi.listWebhooks.key()]
  const onError = (error: unknown) =>
    notify({ title: 'Nothing was changed', description: errorText(error), tone: 'destructive' })
  const change = useMutation(webhooksApi.switchWebhook.mutation({ touches, onError }))
  const remove = useMutation(webhooksApi.deleteWebhook.mutation({ touches }))
  const rotate = useMutation(webhooksApi.rotateWebhookSecret.mutation({ touches }))
  const close = () => setAsked(undefined)
  return (
    <li className={rows.device}>
      <WebhookIcon size={18} aria-hidden className={rows.icon} />
      <div className={rows.words}>
        <div className={rows.name}>
          <span className={styles.url}>{url}</span>
          {!isActive && <Badge tone="red">Off</Badge>}
          {isActive && failingSince && <Badge tone="amber">Failing</Badge>}
        </div>
        <div className={rows.details}>
          {description && <bdi>{description} · </bdi>}
          {countText(types.length, 'kind of event', 'kinds of events')}
          {waiting > 0 && ` · ${countText(waiting, 'delivery', 'deliveries')} waiting`}
        </div>
        {disabledReason && <div className={rows.details}>{offReasons[disabledReason]}</div>}
        {isActive && failingSince && (
          <div className={rows.details}>
            No delivery has succeeded since <DateTime value={failingSince} />.
          </div>
        )}
      </div>
      <Button size="small" aria-label={`Deliveries to ${url}`} onPress={onLog}>
        Deliveries
      </Button>
      <MenuButton
        label={`Actions for ${url}`}
        items={[
          { label: 'Edit', onAction: onEdit },
          { label: 'New secret', onAction: () => setAsked('rotate') },
          {
            label: isActive ? 'Turn off' : 'Turn on',
            onAction: () => change.mutate({ params: { id }, body: { isActive: !isActive } }),
          },
          'separator',
          { label: 'Delete', isDanger: true, onAction: () => setAsked('delete') },
        ]}
      />
      <ConfirmDialog
        title="Delete this webhook?"
        confirmLabel="Delete webhook"
        isOpen={asked === 'delete'}
        onOpenChange={close}
        onConfirm={async () => {
          await remove.mutateAsync({ params: { id } })
          notify({ title: 'Webhook deleted' })
        }}
      >
        Events are no longer sent to <span className={styles.url}>{url}</span>, and its log is deleted. This cannot be
        undone.
      </ConfirmDialog>
      <ConfirmDialog
        title="Make a new secret?"
        confirmLabel="Make new secret"
        tone="primary"
        isOpen={asked === 'rotate'}
        onOpenChange={close}
        onConfirm={async () => onSecret((await rotate.mutateAsync({ params: { id } })).secret)}
      >
        Events are signed with both secrets for {SECRET_OVERLAP_HOURS} hours, so that you can change the receiver.
      </ConfirmDialog>
    </li>
  )
}
