import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { useUser } from '#core/web/session.ts'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { familiesApi } from '../../base/families/web/client.ts'
import { FilesNotAdded } from './FilesNotAdded.tsx'
import type { FirstFile } from './FirstFiles.tsx'
import { StartForm } from './StartForm.tsx'
import { conversationsApi } from './client.ts'
import { useDraft } from './useDraft.ts'
import { useStartConversation } from './useStartConversation.ts'

const route = getRouteApi('/shell/conversations/new')

/** Choice of no child. */
const GENERAL = 'general'

/** Starts a conversation: about a child or general, with a team, and its first message. */
export function NewConversationPage() {
  const { student, topic } = route.useSearch()
  const { started, isRetrying, retry, send } = useStartConversation()
  return (
    <Page
      title="New conversation"
      isNarrow
      above={
        <Breadcrumbs trail={[{ label: 'Messages', href: '/messages?view=conversations' }]} current="New conversation" />
      }
    >
      <Card>
        {started ? (
          <FilesNotAdded started={started} isRetrying={isRetrying} onRetry={retry} />
        ) : (
          <FirstMessage key={`${student} ${topic}`} onSend={send} />
        )}
      </Card>
    </Page>
  )
}

/** Chooses the child or the guardian, then shows the form. */
function FirstMessage({ onSend }: { onSend: ReturnType<typeof useStartConversation>['send'] }) {
  const { student, topic } = route.useSearch()
  const isStaff = useUser().role !== 'parent'
  const [studentId, setStudentId] = useState(student ?? GENERAL)
  const [guardianId, setGuardianId] = useState<string | null>(null)
  const toGuardian = isStaff && studentId === GENERAL
  // A link about another child, or another matter, has a draft of its own, and so has each guardian.
  const draftKey = ['new', student, topic, toGuardian ? guardianId : null].filter(Boolean).join(' ')
  return (
    <>
      {!isStaff && <ChildField studentId={studentId} onChange={setStudentId} />}
      {toGuardian && <GuardianField guardianId={guardianId} onChange={setGuardianId} />}
      {(!toGuardian || guardianId !== null) && (
        <Drafted
          key={draftKey}
          draftKey={draftKey}
          studentId={studentId}
          guardianId={toGuardian ? guardianId : null}
          onSend={onSend}
        />
      )}
    </>
  )
}

interface DraftedProps {
  draftKey: string
  studentId: string
  guardianId: string | null
  onSend: ReturnType<typeof useStartConversation>['send']
}

/** Form of one family; text and files outlast the choice of another child. */
function Drafted({ draftKey, studentId, guardianId, onSend }: DraftedProps) {
  const { topic } = route.useSearch()
  const [files, setFiles] = useState<FirstFile[]>([])
  const draft = useDraft(draftKey)
  const isGeneral = studentId === GENERAL
  const options = useQuery(
    conversationsApi.getConversationOptions({
      query: isGeneral ? (guardianId === null ? {} : { guardianId }) : { studentId },
    }),
  )
  return (
    <Loaded query={options} height={480} isFrameless>
      {(found) => (
        <StartForm
          key={studentId}
          options={found}
          studentId={isGeneral ? null : studentId}
          guardianId={guardianId}
          topic={topic}
          draft={draft}
          files={files}
          onFiles={setFiles}
          onSend={onSend}
        />
      )}
    </Loaded>
  )
}

function ChildField({ studentId, onChange }: { studentId: string; onChange: (id: string) => void }) {
  const { data: children = [] } = useQuery(familiesApi.listChildren({ query: {} }))
  if (children.length === 0) return null
  const options = children.map(({ id, firstName, lastName }) => ({ id, label: `${firstName} ${lastName}` }))
  return (
    <Select
      label="About"
      value={studentId}
      options={[...options, { id: GENERAL, label: 'No child in particular' }]}
      onChange={onChange}
    />
  )
}

interface GuardianFieldProps {
  guardianId: string | null
  onChange: (id: string | null) => void
}

function GuardianField({ guardianId, onChange }: GuardianFieldProps) {
  const { comboBox } = useFoundOptions(
    (search) => conversationsApi.listConversationGuardians.page({ query: { search, limit: 20 } }),
    ({ id, name, children }) => ({ id, label: name, description: children.join(', ') }),
  )
  const [name, setName] = useState<string>()
  return (
    <ComboBox
      {...comboBox}
      label="Guardian"
      help="To write about one child, open the child’s page and choose Message guardian."
      placeholder="Search by name"
      emptyText="No guardian found"
      value={guardianId}
      selectedLabel={name}
      onChange={(id) => {
        setName(comboBox.options.find((option) => option.id === id)?.label)
        onChange(id)
      }}
    />
  )
}
