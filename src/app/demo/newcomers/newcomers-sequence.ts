/** The sequence's name in every demo; it stands beside those of `sequences/`, which are to start from. */
export const NEWCOMERS_SEQUENCE = 'demo-newcomers';

export const NEWCOMERS_TEXT = `# Who joins the demo each week. One half is asked a question, and the other is sent numbers. Whoever stays silent is to be called, and else
# written to once more, by a mail that somebody reads before it goes out.
sequence: ${NEWCOMERS_SEQUENCE}
description: Two ways to begin, then a call, or a mail that somebody reads first

schedule:
  timezone: Europe/Paris
  hours: { mon-fri: "08:30-18:30" }
  spacing: 1m..4m

limits: { emails: 40/day }
stop_on: [reply, unsubscribe, bounce]
out_of_office: wait until back

steps:
  - split:
      question:
        steps:
          - email:
              subject: "Who is on call at {{ company | default: 'your company' }}?"
              text: |
                Hi {{ first_name }},

                may I ask you one question: who is woken at night when something breaks?

                {{ sender.name | default: "Kind regards" }}
      numbers:
        steps:
          - email:
              subject: "On-call load in numbers"
              text: |
                Hi {{ first_name }},

                the last three teams of your size that we worked with halved their nightly alarms within a month. Shall I send you how?

                {{ sender.name | default: "Kind regards" }}
    id: beginning
  - wait: 3 days
  - task: { text: "Call {{ first_name }} of {{ company | default: 'their company' }}.", within: 5 days }
    id: call
    then:
      - end: called
    else:
      - email:
          subject: "A last word on on-call load"
          text: |
            {{ first_name }}, I could not reach you, so this is my last mail. What helped the others is on two pages:

            https://example.com/numbers

            {{ sender.name | default: "Kind regards" }}
        id: last_word
        review: true
        else:
          - end: not_written
  - wait: 4 days
  - end: no_answer
`;
