import { number, newOrdering, newRightAnswer, newMultiple, newSingle } from '../questions.ts'
import { bullets, heading, picture, steps, table, warning } from '../writing.ts'
import type { DemoCourse } from '../course.ts'

/** The draft of the demo: written to the end, and not published yet. */
export const outings: DemoCourse = {
  title: 'Outings: There and Back Again',
  description:
    'From the first idea to the last child collected: consent, risk assessment, counting, transport, water, weather, and what to do when one is missing.',
  category: 'teamwork-communication',
  level: 'advanced',
  audience: 'instructors',
  status: 'draft',
  isFeatured: false,
  cover: 'outings',
  tags: ['outings', 'safety', 'risk assessment'],
  objectives: [
    'Write a risk assessment that people use',
    'Choose how many adults a group needs',
    'Count children so that nobody is missed',
    'Act in the first ten minutes when a child is missing',
  ],
  prerequisites: ['Safeguarding: Keeping Every Child Safe', 'First Aid for Youth Programs'],
  after: ['Safeguarding: Keeping Every Child Safe', 'First Aid for Youth Programs'],
  chapters: [
    {
      title: 'Planning',
      description: 'What could happen, and what we do about it.',
      lessons: [
        {
          kind: 'article',
          title: 'Risk in five columns',
          about: 'A risk assessment is a conversation that somebody wrote down.',
          minutes: 9,
          isPreview: true,
          body: [
            'Go there first. No plan written at a desk knows about the gap in the fence. Walk the way at the hour at which you will walk it, find the toilets, the meeting point, the place where an ambulance can get in, and where your phone has no signal.',
            table(
              ['What could hurt', 'Whom', 'What we do already', 'What else', 'Who, by when'],
              [
                'Crossing Mill Road',
                'All',
                'Adult at front and back',
                'Use the light at Bridge Street',
                'Ana, on the day',
              ],
              [
                'The pond',
                'All, most of all Jo, who runs',
                'Two adults between group and water',
                'One adult for Jo alone; throw line',
                'Ben, by Monday',
              ],
              ['Nuts in the café', 'Nora', 'Injector and plan with us', 'Own lunch, ring the café', 'Ana, by Friday'],
            ),
            'If a risk is still too high after the last column, change the plan. A shorter way, another day or another place is no defeat.',
            warning(
              'How many adults are needed depends on age, activity, place and the children themselves, and in many places on the law or your insurance. Look up your own rule first. Two adults at the very least, so that one can stay while the other goes.',
            ),
          ],
        },
        {
          kind: 'article',
          title: 'Count, and count again',
          about: 'Who counts, when, and against what.',
          minutes: 6,
          body: [
            picture(
              'head-count',
              'Twelve children in six pairs, an adult in front and one at the end, a clipboard with twelve ticks.',
              'Pairs first, then the count.',
            ),
            bullets(
              'Count against a **list of names**, not against a number in your head: twelve children may be our eleven and somebody else’s one.',
              'Count when you leave, when you board, when you get off, on arrival, before and after toilets, every half hour, before going back.',
              'Two adults count apart from each other, and only then compare.',
              'Everybody has a partner. “Where is your partner?” finds a missing child sooner than any list.',
              'Each child carries the organization’s phone number, never a name that strangers can read.',
            ),
            heading('Take along'),
            'Register with guardians’ numbers, consents, plans and medicines of children who need them, first aid kit, charged phone and battery, water, spare clothes, bags, the address of the place in a form that an ambulance finds.',
          ],
        },
        {
          kind: 'assignment',
          title: 'Assess one real outing',
          about: 'Five columns, at least six lines.',
          minutes: 45,
          body: [
            'Choose an outing that your program will really make. Visit the place, fill in five columns for at least six risks, mark the meeting point and the ambulance’s way on a map, and hand in both. Your program lead reads it and signs before the outing takes place.',
          ],
          handIn: ['file'],
          rubric: [
            {
              name: 'Seen with own eyes',
              levels: [
                ['From the desk', 0],
                ['Visited', 2],
                ['Visited at the same hour, with photographs of the weak places', 3],
              ],
            },
            {
              name: 'These children',
              levels: [
                ['Could be any group', 0],
                ['Names what single children need', 3],
              ],
            },
            {
              name: 'Who and when',
              levels: [
                ['Open', 0],
                ['Named for some', 1],
                ['Named for every measure', 4],
              ],
            },
          ],
        },
      ],
    },
    {
      title: 'When it goes wrong',
      description: 'The first ten minutes.',
      lessons: [
        {
          kind: 'article',
          title: 'One is missing',
          about: 'A plan for the ten longest minutes of your life.',
          minutes: 7,
          body: [
            steps(
              '**Stop.** Gather everybody at one safe place. Count by names. One adult stays with the group and does nothing else.',
              '**Ask** the partner and the friends: where last, when, what did they say?',
              '**Search** where the child was last seen and on the way back; water, roads and exits first. Ask the staff of the place to watch the exits.',
              '**Call** the police when the child is not found in a quick search, after ten minutes at the most, and at once near water or a road, or when the child is small or can’t look after itself. Have ready: name, age, clothes, a picture, place and time.',
              '**Ring** your lead, who rings the family. Say what is known, what is being done, who stays in touch.',
              '**Afterwards:** write it down the same day, talk to the group, and ask what would have prevented it.',
            ),
            'Decide before you leave who does what. In the moment there will be no time, and everybody will run.',
          ],
        },
        {
          kind: 'quiz',
          title: 'There and back',
          about: 'Four questions.',
          minutes: 5,
          body: ['As often as you like.'],
          questions: [
            newOrdering(
              'A child is missing. What comes first?',
              [
                'Gather the group and count by names',
                'Ask the partner',
                'Search where the child was last seen',
                'Call the police',
              ],
              'If there is water or a road, or the child is small, the call comes at once.',
            ),
            newSingle(
              'Against what do you count?',
              [
                'The number that set out',
                newRightAnswer('The list of names'),
                'The number of seats',
                'The pairs in your head',
              ],
              'Numbers can agree while children don’t.',
            ),
            newMultiple(
              'When do you count?',
              [
                newRightAnswer('Getting off the bus'),
                newRightAnswer('After the toilets'),
                newRightAnswer('Every half hour'),
                'Only on the way back',
              ],
              'Whenever the group changes place or was out of sight.',
            ),
            number(
              'How many minutes at the most do you search before you call the police?',
              { answer: 10, tolerance: 0, unit: 'minutes' },
              'Ten at the most. Nobody will blame you for calling early.',
            ),
          ],
        },
      ],
    },
  ],
}
