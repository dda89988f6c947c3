import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { GlobalSettings } from '#core/contract/settings.ts'
import { settingsHub } from '#core/web/slots.ts'
import { calledNameOf } from '../../calledName.ts'
import { useUser } from '#core/web/session.ts'
import { ContributedPart } from '#core/web/shell/Contributions.tsx'
import { useContributions } from '#core/web/shell/navigation.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import * as styles from './SettingsHubPage.css.ts'
import { SystemOverview } from './SystemOverview.tsx'
import { useSettingsTabs } from './useSettingsTabs.ts'
import { settingsQuery } from '#core/web/settingsQuery.ts'

/**
 * Page where super admins see how the platform is doing and reach everything that is set up once (spec part 2, 2.4).
 */
export function SettingsHubPage() {
  const user = useUser()
  const tabs = useSettingsTabs()
  const { data: settings, isPending } = useQuery({ ...settingsQuery, refetchOnMount: 'always' })
  return (
    <Page
      title="Global Settings"
      help={`Welcome, ${calledNameOf(user)}. This is how your platform is doing, and where it is set up.`}
      actions={
        <>
          <Badge tone="accent">Super Admin</Badge>
          <Badge tone="green">Full Permissions</Badge>
        </>
      }
    >
      <Section title="System overview" actions={<RefreshButton />}>
        <SystemOverview />
      </Section>
      {/* Until it is known which modules are switched on, so that nothing moves. */}
      {isPending ? (
        <Skeleton height={480} />
      ) : (
        <>
          <Modules settings={settings} />
          <Section title="Settings">
            <ul className={styles.links}>
              {tabs.map(({ to, label, help, icon: Icon }) => (
                <li key={to}>
                  <Link to={to} preload="intent" className={styles.link}>
                    <Icon size={16} aria-hidden className={styles.linkIcon} />
                    <span>
                      <span className={styles.linkTitle}>{label}</span>
                      <span className={styles.linkHelp}>{help}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
        </>
      )}
    </Page>
  )
}

function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** Counts everything on this page again. */
function RefreshButton() {
  const queryClient = useQueryClient()
  const isCounting = useIsFetching({ type: 'active' }) > 0
  return (
    <Button
      size="small"
      icon={<RefreshCw size={16} aria-hidden />}
      isPending={isCounting}
      onPress={() => void queryClient.refetchQueries({ type: 'active' })}
    >
      Refresh
    </Button>
  )
}

/** Contributions of the enabled plugins: quick actions that lead to them, and a card for each. */
function Modules({ settings }: { settings: GlobalSettings | undefined }) {
  const all = useContributions(settingsHub)
  const modules = all.filter(({ isShown }) => !isShown || (settings && isShown(settings)))
  if (all.length === 0) return null
  const quick = modules.filter(({ quickAction }) => quickAction !== undefined)
  return (
    <>
      <Section title="Quick actions">
        <div className={styles.actions}>
          {quick.map(({ id, href, quickAction, icon: Icon }) => (
            <LinkButton key={id} href={href} icon={<Icon size={16} aria-hidden />}>
              {quickAction}
            </LinkButton>
          ))}
        </div>
      </Section>
      <Section title="Modules">
        <ul className={styles.grid}>
          {modules.map((module) => (
            <li key={module.id} className={styles.cell}>
              <Card
                level={3}
                title={
                  <span className={styles.title}>
                    <module.icon size={16} aria-hidden className={styles.icon} />
                    {module.title}
                  </span>
                }
                help={module.description}
              >
                <ContributedPart contribution={module} fallback={<Skeleton height={76} />} />
                <div className={styles.open}>
                  <LinkButton href={module.href} aria-label={`Open ${module.title}`}>
                    Open
                  </LinkButton>
                </div>
              </Card>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}
