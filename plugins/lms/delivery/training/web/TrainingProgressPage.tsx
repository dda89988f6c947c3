import { getRouteApi } from '@tanstack/react-router'
import { Lock, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { isAmong } from '#core/contract/roles.ts'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import { CourseAnalytics } from './CourseAnalytics.tsx'
import { InstructorProgress } from './InstructorProgress.tsx'
import { TrainingSettingsDialog } from './TrainingSettingsDialog.tsx'
import { TrainingFigures } from './TrainingFigures.tsx'

const route = getRouteApi('/shell/training/progress')

/** Shows the training progress of the organization's instructors (spec part 2, section 2.8). */
export function TrainingProgressPage() {
  const { role } = useUser()
  const isAdmin = isAmong(['tenant_admin'], 'tenant', role)
  const [isSetting, setSetting] = useState(false)
  return (
    <Page
      title="Instructor Training Dashboard"
      help="Progress of instructors and results of courses."
      actions={
        isAdmin && (
          <Button icon={<Settings2 size={16} aria-hidden />} onPress={() => setSetting(true)}>
            Settings
          </Button>
        )
      }
    >
      <TrainingSettingsDialog isOpen={isSetting} onClose={() => setSetting(false)} />
      {isAdmin ? (
        <Dashboard />
      ) : (
        <EmptyState icon={<Lock size={20} aria-hidden />} title="Access Restricted">
          This page is only available to tenant administrators.
        </EmptyState>
      )}
    </Page>
  )
}

function Dashboard() {
  const { tab = 'instructors' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <TrainingFigures />
      <Tabs
        label="Training"
        selected={tab}
        onChange={(id) => void navigate({ search: id === 'courses' ? { tab: id } : {}, resetScroll: false })}
        tabs={[
          { id: 'instructors' as const, label: 'Instructor Progress', content: <InstructorProgress /> },
          { id: 'courses' as const, label: 'Course Analytics', content: <CourseAnalytics /> },
        ]}
      />
    </>
  )
}
