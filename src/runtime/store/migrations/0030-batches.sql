-- Names the transaction that wrote the intent last: where the answer to its commit is lost, whoever wrote it finds it by this.
alter table intents add column batch text;
