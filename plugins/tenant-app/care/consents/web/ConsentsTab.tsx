import { useInfiniteQuery } from '@tanstack/react-query'
import { FileCheck, Plus } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { CardGrid } from '#core/web/ui/lists/CardGrid.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { Consent } from '../contract.ts'
import * as styles from './Consents.css.ts'
import { NewConsentDialog } from './NewConsentDialog.tsx'
import { consentsApi } from './client.ts'
import { askedOf, countsOf, kindNames } from './consentLabels.ts'

/** Lists the organization's consents; each leads to its answers. */
export function ConsentsTab() {
  const [isAdding, setAdding] = useState(false)
  const isOfPlatform = useUser().role === 'superadmin'
  const consents = useInfiniteQuery(consentsApi.listConsents.infinite({ limit: 24 }))
  const add = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setAdding(true)}>
      New consent
    </Button>
  )
  const isEmpty = consents.data?.rows.length === 0
  return (
    <Stack>
      <div className={styles.head}>
        <p className={styles.note}>
          Guardians answer in their portal. What is not allowed there is not done.
          {isOfPlatform && ' How many have answered what is not shown to platform staff.'}
        </p>
        {!isEmpty && add}
      </div>
      <CardGrid
        query={consents}
        skeletons={3}
        empty={
          <EmptyState icon={<FileCheck size={20} aria-hidden />} title="No consents yet" action={add}>
            Ask families whether you may take photos, go on outings or treat a child in an emergency.
          </EmptyState>
        }
      >
        {(consent) => <ConsentCard consent={consent} />}
      </CardGrid>
      <NewConsentDialog isOpen={isAdding} onOpenChange={setAdding} />
    </Stack>
  )
}

function ConsentCard({ consent }: { consent: Consent }) {
  const { id, title, kind, withdrawnAt } = consent
  return (
    <Card
      title={title}
      href={`/org-settings/consents/${id}`}
      help={`${kindNames[kind]} · ${askedOf(consent)}`}
      isDimmed={withdrawnAt !== null}
      actions={withdrawnAt && <Badge>Withdrawn</Badge>}
    >
      {withdrawnAt === null && <Counts consent={consent} />}
    </Card>
  )
}

function Counts({ consent }: { consent: Consent }) {
  const counts = countsOf(consent)
  if (!counts) return null
  const { given, refused, expired, missing } = counts
  return (
    <div className={styles.figures}>
      <Badge tone="green">{given} given</Badge>
      {refused > 0 && <Badge tone="red">{refused} refused</Badge>}
      {expired > 0 && <Badge tone="amber">{expired} expired</Badge>}
      <Badge>
        {missing} of {given + refused + expired + missing} missing
      </Badge>
    </div>
  )
}
