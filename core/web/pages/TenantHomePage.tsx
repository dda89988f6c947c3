import { useCallback, useState } from 'react'
import { t } from '../text.ts'
import { tenantHome } from '../slots.ts'
import { calledNameOf } from '../calledName.ts'
import { useUser } from '../session.ts'
import { Contributions } from '../shell/Contributions.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { WhenKnown } from '../ui/feedback/WhenKnown.tsx'
import { HomePartsContext, type NoteHomePart } from './homeParts.ts'

/** The start page of an organization's app, made of what the plugins contribute for the user's role. */
export function TenantHomePage() {
  const user = useUser()
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set())
  const note = useCallback<NoteHomePart>(
    (id, isKnown) =>
      setWaiting((before) => {
        if (before.has(id) === !isKnown) return before
        return new Set(isKnown ? [...before].filter((one) => one !== id) : [...before, id])
      }),
    [],
  )
  return (
    <Page title={t('Welcome back, {name}', { name: calledNameOf(user) })}>
      <HomePartsContext value={note}>
        <WhenKnown isKnown={waiting.size === 0}>
          <Contributions
            to={tenantHome}
            fallback={<Skeleton height={120} />}
            empty={
              <EmptyState title={t('Nothing to show yet')}>
                {t('What your organization shares with you will appear here.')}
              </EmptyState>
            }
          />
        </WhenKnown>
      </HomePartsContext>
    </Page>
  )
}
