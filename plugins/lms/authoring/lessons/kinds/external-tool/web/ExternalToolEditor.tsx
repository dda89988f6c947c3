import { useQuery } from '@tanstack/react-query'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { wholeNumbers } from '#core/web/ui/fields/typedNumber.ts'
import { usePlatform } from '#core/web/session.ts'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { OfferedTool } from '../../../../tools/contract.ts'
import { toolsApi } from '../../../../tools/web/client.ts'
import type { KindEditorProps } from '../../web/kindProps.ts'
import type { ExternalToolDetails } from '../contract.ts'
import { ChooseContent } from './ChooseContent.tsx'

/** Edits which tool a lesson opens, with which content, and when it is completed. */
export function ExternalToolEditor(props: KindEditorProps<ExternalToolDetails>) {
  const isOfOrganization = usePlatform().tenant !== null
  const tools = useQuery({ ...toolsApi.listOfferedTools(), enabled: isOfOrganization })
  if (!isOfOrganization) {
    return <Banner tone="warn">External tools belong to an organization. Edit this lesson at its own address.</Banner>
  }
  return (
    <Card title="External tool">
      <Loaded query={tools} height={240} isFrameless>
        {(list) => <ToolFields {...props} tools={list} />}
      </Loaded>
    </Card>
  )
}

function ToolFields({
  lesson,
  details,
  onChange,
  errors,
  tools,
}: KindEditorProps<ExternalToolDetails> & { tools: readonly OfferedTool[] }) {
  const set = (change: Partial<ExternalToolDetails>) => onChange({ ...details, ...change })
  const tool = tools.find(({ id }) => id === details.toolId)
  if (tools.length === 0) return <p>Add an external tool in Organization Settings first.</p>
  return (
    <Stack>
      <Select
        label="Tool"
        options={tools.map(({ id, name }) => ({ id, label: name }))}
        value={tool ? tool.id : null}
        placeholder={details.toolId === null ? 'Choose a tool' : 'The tool was deleted or turned off'}
        onChange={(toolId) => set({ toolId, url: '', custom: {} })}
        error={errors['toolId']}
      />
      {tool?.offersContent && (
        <ChooseContent
          lessonId={lesson.id}
          tool={tool}
          onChosen={({ url, custom, maxPoints }) =>
            set({
              url,
              custom,
              ...(maxPoints !== null && { maxPoints, doneWhen: 'passed' as const }),
            })
          }
        />
      )}
      <TextField
        label="Content URL"
        isOptional
        type="url"
        help="Address of an activity in the tool; without it, the tool’s launch page opens."
        placeholder="https://"
        value={details.url}
        onChange={(url) => set({ url })}
        error={errors['url']}
      />
      <RadioGroup
        label="Done when"
        options={[
          { id: 'opened', label: 'The learner has opened it and marks it as complete' },
          { id: 'handed-in', label: 'The tool reports that it is finished' },
          { id: 'passed', label: 'The tool reports a score that reaches the pass mark' },
        ]}
        value={details.doneWhen}
        onChange={(doneWhen) => set({ doneWhen })}
      />
      {details.doneWhen === 'passed' && (
        <NumberField
          formatOptions={wholeNumbers}
          label="Pass mark (percent of the points)"
          minValue={0}
          maxValue={100}
          value={details.passPercent}
          onChange={(passPercent) => set({ passPercent: passPercent ?? 0 })}
          error={errors['passPercent']}
        />
      )}
    </Stack>
  )
}
