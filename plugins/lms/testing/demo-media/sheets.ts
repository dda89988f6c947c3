import { newSheet, type Paper } from './paper.ts'

const concern = newSheet('record-of-a-concern', 'The record of a concern', [
  {
    title: 'Record of a concern',
    about: 'Confidential. Write only what you saw and heard. Hand it to the safeguarding lead today and keep no copy.',
    rows: [
      ['Child’s name and age', ''],
      ['Your name and role', ''],
      ['When and where did it happen?', ''],
      ['What did you see or hear? The child’s own words in quotation marks.', ''],
      ['What did you say or ask?', ''],
      ['Marks or injuries: where, what size and color? (Don’t examine, don’t photograph.)', ''],
      ['Who else was there?', ''],
      ['What have you done already? Whom have you told, and when?', ''],
      ['Date, time, signature', ''],
      ['For the safeguarding lead: received, decided, by whom, when', ''],
    ],
  },
  {
    title: 'An example',
    about: 'Invented. Notice how little it concludes.',
    rows: [
      ['Child’s name and age', 'Sam P., 10'],
      ['Your name and role', 'D. Ortiz, instructor, Bridge Builders'],
      ['When and where did it happen?', 'Tuesday 3 March, about 16:40, room 2, while clearing up'],
      [
        'What did you see or hear?',
        'Sam stayed behind and stacked chairs slowly. Sam said: “Can I sleep here? He breaks things when he’s home.” I said: “Tell me about that.” Sam said: “He threw the chair. It hit Mum.” Then Sam looked at the floor.',
      ],
      [
        'What did you say or ask?',
        '“Tell me about that.” “Thank you for telling me. I have to tell Ms Reed, because she can help.” “Is he at home tonight?” Sam said: “Yes.”',
      ],
      ['Marks or injuries', 'None that I could see.'],
      ['Who else was there?', 'No one in the room. The door was open. Lee Tan was in the corridor.'],
      ['What have you done already?', 'Rang Ms Reed at 16:50, before Sam was collected. She came at once.'],
      ['Date, time, signature', '3 March, 17:20, D. Ortiz'],
    ],
  },
])

const plan = newSheet('session-plan', 'Session plan on one page', [
  {
    title: 'Session plan',
    about: 'One page, one aim.',
    rows: [
      ['Project, session, date, group', ''],
      ['When they leave, every child can …', ''],
      ['Arrival (0 to 10): what lies on the tables?', ''],
      ['Opening (10 to 20): aim, one rule', ''],
      ['Work (20 to 70): show for 5 minutes, then hands on; water at half time', ''],
      ['Clearing up (70 to 80)', ''],
      ['Closing (80 to 90): question for the circle', ''],
      ['Now try this (for the quick)', ''],
      ['Smallest step that counts', ''],
      ['If the material fails', ''],
      ['Materials and how many', ''],
      ['Children who need something special', ''],
    ],
  },
  {
    title: 'An example',
    about: 'The second session of “Bridges That Hold”.',
    rows: [
      ['Project, session, date, group', 'Bridges That Hold, 2 of 3, Thursday, 12 children'],
      ['When they leave, every child can …', 'show which sticks of their bridge are squeezed and which are stretched'],
      ['Arrival', 'Sponges with lines, two books: press and look'],
      ['Opening', 'Names. “Today we build two equal walls.” Rule: glue stays on the table.'],
      [
        'Work',
        'Show one wall, red and blue tape on it (5). Build in fours. Water at 45. Every group marks its sticks.',
      ],
      ['Clearing up', 'Walls on the shelf with names, glue closed, tables wiped'],
      ['Closing', '“Which stick would you take out first, and what would happen?”'],
      ['Now try this', 'A wall with two sticks fewer that is as firm'],
      ['Smallest step that counts', 'One triangle that is glued, red and blue marked'],
      ['If the material fails', 'Paper strips and fasteners: square and triangle'],
      ['Materials', '60 sticks and 12 pegs for each group, 3 bottles of glue, tape red and blue'],
      ['Children who need something special', 'Jo: breaks in the quiet corner. Nora: nuts, injector in my bag.'],
    ],
  },
])

const emergency = newSheet('emergency-card', 'Emergency card', [
  {
    title: 'Emergency',
    about: 'Fill it in, hang it beside the first aid kit, look at it once a term.',
    tone: 'red',
    rows: [
      ['Emergency number', ''],
      ['We are here (address, entrance, floor)', ''],
      ['Our phone', ''],
      ['Nearest defibrillator (AED)', ''],
      ['Poison centre', ''],
      ['Who meets the ambulance, and where', ''],
      ['Gathering place', ''],
      ['Safeguarding lead', ''],
      ['Head of the program', ''],
      ['Register with guardians’ numbers', ''],
      ['Plans and medicines of children', ''],
    ],
    end: '**Say on the phone:** where, what happened, how many, who calls. Then wait: they end the call, not you. Danger, response, help, airway, breathing.',
  },
])

const bridge = newSheet('bridge-test-sheet', 'Bridge test sheet', [
  {
    title: 'Bridge test',
    about: 'One sheet for each bridge. Safety glasses on, feet away.',
    rows: [
      ['Our names and the bridge’s name', ''],
      ['Drawing from the side: red is squeezed, blue is stretched', ''],
      ['It spans (cm)', ''],
      ['It weighs (g)', ''],
      ['We expect that it carries (g)', ''],
      ['It carried (g)', ''],
      ['Carried ÷ weight =', ''],
      ['First creak at (g)', ''],
      ['Where did it give way?', ''],
      ['What would we change?', ''],
    ],
  },
])

export const sheets: readonly Paper[] = [concern, plan, emergency, bridge]
