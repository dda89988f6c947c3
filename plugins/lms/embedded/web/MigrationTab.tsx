import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { GraduationCap, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { MigrationStatus, RunKind } from '../contract.ts'
import * as styles from './EmbeddedPage.css.ts'
import { RunState } from './RunState.tsx'
import { healthQuery, isUnderWay } from './queries.ts'
import { useHasModules } from './useHasModules.ts'
import type { Runs } from './useRuns.ts'

interface MigrationTabProps {
  status: UseQueryResult<MigrationStatus>
  runs: Runs
}

/** Migrates training modules to courses and synchronizes users to learners; only while the LMS is healthy. */
export function MigrationTab({ status, runs }: MigrationTabProps) {
  const { data: health } = useQuery(healthQuery())
  const hasModules = useHasModules()
  if (status.isError && !status.data) return <ErrorState error={status.error} onRetry={status.refetch} />
  const isHealthy = health?.healthy === true
  return (
    <Stack>
      {health && !isHealthy && (
        <Banner tone="warn" title="The LMS cannot be reached">
          {health.message}
        </Banner>
      )}
      <div className={styles.wideCards}>
        {hasModules && (
          <RunCard
            kind="modules"
            title="Training modules"
            help="Each project’s modules become courses. Those that have not changed stay as they are."
            label="Migrate Training Modules"
            icon={<GraduationCap size={16} aria-hidden />}
            {...{ status: status.data, runs, isHealthy }}
          />
        )}
        <RunCard
          kind="users"
          title="Users"
          help="Learners of all organizations become learners there. They are not emailed."
          label="Sync Users"
          icon={<UsersRound size={16} aria-hidden />}
          {...{ status: status.data, runs, isHealthy }}
        />
      </div>
    </Stack>
  )
}

interface RunCardProps {
  kind: RunKind
  title: string
  help: string
  label: string
  icon: ReactNode
  status: MigrationStatus | undefined
  runs: Runs
  isHealthy: boolean
}

function RunCard({ kind, title, help, label, icon, status, runs, isHealthy }: RunCardProps) {
  const { mutate, isPending } = runs.begin[kind]
  const run = status?.runs[kind]
  const isOff = !isHealthy || isUnderWay(run)
  return (
    <Card title={title} help={help}>
      <div className={styles.buttons}>
        <Button
          variant="primary"
          icon={icon}
          isPending={isPending}
          isDisabled={isOff}
          onPress={() => mutate({ body: {} })}
        >
          {label}
        </Button>
        <Button isDisabled={isOff || isPending} onPress={() => mutate({ body: { dryRun: true } })}>
          Dry run
        </Button>
      </div>
      {run && <RunState run={run} runs={runs} />}
    </Card>
  )
}
