import { expect, test } from 'vitest'
import { MAX_PACKAGE_ITEMS } from '../contract.ts'
import { readManifest } from './manifest.ts'

test('reads the order and the passing scores of a SCORM 2004 package, and lists the ignored rules', () => {
  const rules = (inner: string) => `<imsss:sequencing>${inner}</imsss:sequencing>`
  const item = (id: string, inner: string) => `<item identifier="${id}" identifierref="r">${inner}</item>`
  const manifest = `<manifest><metadata><schemaversion>2004 4th Edition</schemaversion></metadata>
    <organizations><organization identifier="o">
      ${item('a', rules('<imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.7</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>'))}
      ${item('b', '<adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.5"/><imsss:sequencing IDRef="all"/>')}
      ${item('c', rules('<imsss:objectives><imsss:primaryObjective satisfiedByMeasure="false"><imsss:minNormalizedMeasure>0.7</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>'))}
      ${rules('<imsss:controlMode choice="false" flow="true" forwardOnly="true"/><imsss:sequencingRules><imsss:preConditionRule/></imsss:sequencingRules>')}
    </organization></organizations>
    <resources><resource identifier="r" href="a.html"/></resources>
    <imsss:sequencingCollection><imsss:sequencing ID="all"><imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"/></imsss:objectives>
      <imsss:rollupRules><imsss:rollupRule/></imsss:rollupRules><imsss:randomizationControls randomizationTiming="never"/></imsss:sequencing></imsss:sequencingCollection></manifest>`
  const { items, notes } = readManifest(manifest)
  expect(items.map(({ launch }) => launch)).toEqual([
    { 'cmi.scaled_passing_score': '0.7' },
    { 'cmi.scaled_passing_score': '1', 'cmi.completion_threshold': '0.5' },
    {},
  ])
  expect(items.every(({ isChoosable, isForwardOnly }) => !isChoosable && isForwardOnly)).toBe(true)
  expect(notes).toEqual([
    'Sequencing rules of this package are not followed: conditions before a part, rules that combine results of parts.',
  ])
})

test('a package whose thousands of parts require a chapter of thousands exceeds the maximum of parts', () => {
  const parts = (id: string) =>
    Array.from({ length: 15_000 }, (_, at) => `<item identifier="${id}${at}" identifierref="r"/>`).join('')
  const manifest = `<manifest><organizations><organization identifier="o">
      <item identifier="one">${parts('a')}</item>
      <item identifier="two"><adlcp:prerequisites>one</adlcp:prerequisites>${parts('b')}</item>
    </organization></organizations><resources><resource identifier="r" href="a.html"/></resources></manifest>`
  expect(readManifest(manifest)).toMatchObject({ leftOut: 30_000 - MAX_PACKAGE_ITEMS, startPage: 'a.html', items: [] })
})

test('reads prerequisites of a SCORM 1.2 package that name parts and whole chapters', () => {
  const item = (id: string, prerequisites: string, inner = '') =>
    `<item identifier="${id}" ${inner === '' ? 'identifierref="r"' : ''}>${inner}<adlcp:prerequisites type="aicc_script">${prerequisites}</adlcp:prerequisites></item>`
  const { items, notes } = readManifest(`<manifest><organizations><organization identifier="o">
      ${item('one', '', item('a', '') + item('b', ' a '))}${item('two', 'one', item('c', ''))}${item('d', 'a &amp; c')}${item('e', 'a|b')}
    </organization></organizations><resources><resource identifier="r" href="a.html"/></resources></manifest>`)
  expect(items.map(({ id, requires }) => [id, ...requires])).toEqual([
    ['a'],
    ['b', 'a'],
    ['c', 'a', 'b'],
    ['d', 'a', 'c'],
    ['e'],
  ])
  expect(notes).toEqual([
    'Sequencing rules of this package are not followed: prerequisites other than a list of completed parts.',
  ])
})
