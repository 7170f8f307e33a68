-- How many an account has, and how many took an arm, is known: else each such condition is taken for one row in two hundred.
create statistics enrollments_senders on (senders ->> 'professional'), (senders ->> 'email'), (senders ->> 'messenger') from enrollments;
create statistics timeline_arm on type, (detail ->> 'arm') from timeline;
