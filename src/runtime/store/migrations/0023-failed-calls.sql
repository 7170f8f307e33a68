-- A call that failed may have reached the network all the same: its slot stays used, and when the step is tried again it books
-- another one. 0: the slot of the step's present call; otherwise a number for each earlier one.
alter table slots add column spent int not null default 0;
alter table slots drop constraint slots_enrollment_id_node_visit_limit_class_key;
alter table slots add constraint slots_of_step unique (enrollment_id, node, visit, limit_class, spent);
