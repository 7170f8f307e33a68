-- Of a call that failed and may have reached the network all the same: its place stays used, and the step, where it is asked again, books
-- another one. 0: the place of the step's present call; else a number of its own for each.
alter table slots add column spent int not null default 0;
alter table slots drop constraint slots_enrollment_id_node_visit_limit_class_key;
alter table slots add constraint slots_of_step unique (enrollment_id, node, visit, limit_class, spent);
