import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { EmbeddedConfig } from '../contract.ts'
import * as styles from './EmbeddedPage.css.ts'
import { SiteDialog } from './SiteDialog.tsx'
import { embeddedApi } from './client.ts'
import { configLabels, modeLabels, targetLabels } from './embeddedLabels.ts'

/** Shows the LMS that takes training modules and users, with a button to choose another. */
export function ConfigurationCard() {
  const config = useQuery(embeddedApi.embeddedConfig())
  return (
    <Card title="Configuration">
      {config.data ? (
        <Configuration config={config.data} />
      ) : config.isError ? (
        <ErrorState isFrameless error={config.error} onRetry={config.refetch} />
      ) : (
        <>
          {/* Height of four facts, the last of which wraps on a phone, and a button. */}
          <Skeleton height={170} />
          <Skeleton width={170} height={36} />
        </>
      )}
    </Card>
  )
}

function Configuration({ config }: { config: EmbeddedConfig }) {
  const [opened, setOpened] = useState<'site' | 'remove'>()
  const { type, integrationMode, status, features, baseUrl } = config
  const close = () => setOpened(undefined)
  return (
    <>
      <Facts
        facts={[
          ['LMS', targetLabels[type]],
          ['Integration', modeLabels[integrationMode]],
          [
            'Status',
            <Badge key="status" tone={status === 'active' ? 'green' : 'red'}>
              {configLabels[status]}
            </Badge>,
          ],
          ['Features', features.join(', ')],
          ...(baseUrl
            ? ([
                [
                  'Address',
                  <TextLink key="address" href={baseUrl} target="_blank" rel="noreferrer">
                    {baseUrl}
                  </TextLink>,
                ],
              ] as const)
            : []),
        ]}
      />
      <div className={styles.buttons}>
        <Button onPress={() => setOpened('site')}>{baseUrl ? 'Change Frappe site' : 'Use a Frappe site'}</Button>
        {baseUrl && (
          <Button variant="quiet" onPress={() => setOpened('remove')}>
            Use built-in LMS
          </Button>
        )}
      </div>
      <SiteDialog config={config} isOpen={opened === 'site'} onOpenChange={close} />
      <RemoveSiteDialog isOpen={opened === 'remove'} onOpenChange={close} />
    </>
  )
}

function RemoveSiteDialog(props: { isOpen: boolean; onOpenChange: () => void }) {
  const remove = useMutation(embeddedApi.removeSite.mutation({ touches: [['api', 'frappe-lms']] }))
  return (
    <ConfirmDialog
      title="Use the built-in LMS?"
      confirmLabel="Use built-in LMS"
      tone="primary"
      {...props}
      onConfirm={async () => {
        await remove.mutateAsync()
        notify({ title: 'Built-in LMS in use', description: 'The key of the Frappe site is forgotten.' })
      }}
    >
      The address and the key of the Frappe site are forgotten here. Courses and people on the site stay as they are.
    </ConfirmDialog>
  )
}
